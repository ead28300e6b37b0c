import { create } from 'zustand';
import { TOAST_REMOVE_DELAY } from '@/lib/constants';

export type ToastRecord = {
  id: number;
  title: string;
  description?: string;
  tone: 'neutral' | 'danger';
  /** One action, such as Undo. */
  action?: { label: string; onSelect: () => void };
};

type ToastState = { toast: ToastRecord | null; open: boolean };

/** Holds one toast: a new toast replaces the previous one. A dismissed toast is hidden first and removed much later. */
export const useToast = create<ToastState>(() => ({ toast: null, open: false }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

export function toast(record: Omit<ToastRecord, 'id' | 'tone'> & { tone?: ToastRecord['tone'] }): void {
  clearTimeout(removal);
  useToast.setState({ toast: { tone: 'neutral', ...record, id: ++lastId }, open: true });
}

export function dismissToast(): void {
  useToast.setState({ open: false });
  clearTimeout(removal);
  removal = setTimeout(() => useToast.setState({ toast: null }), TOAST_REMOVE_DELAY);
}
