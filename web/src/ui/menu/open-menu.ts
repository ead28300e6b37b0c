import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { create } from 'zustand';

export type MenuAction = {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Shown on the right, such as a keyboard shortcut. */
  hint?: string;
  /** Whether it is the selected one of several. */
  checked?: boolean;
};

/** The items of a submenu. */
export type Submenu = { label: string; icon?: LucideIcon; items: MenuAction[] };

export type MenuItem = 'separator' | MenuAction | Submenu;

/** What opens a menu: a right click, a button, the keyboard's menu key, or a long press. */
export type MenuAsked = Pick<MouseEvent<HTMLElement>, 'preventDefault' | 'currentTarget' | 'type' | 'clientX' | 'clientY'>;

type MenuAlign = 'start' | 'end';

/** An open menu: its position, and what opened it. */
type OpenMenu = { items: MenuItem[]; x: number; y: number; label: string; align: MenuAlign; from: HTMLElement };

export const useOpenMenu = create<{ open: OpenMenu | null; used: boolean }>(() => ({ open: null, used: false }));

/**
 * Opens the app's shared menu. Rows call it from `onContextMenu` and from their “more” button, so that a list of thousands of rows
 * does not need a menu for each.
 */
export function openMenu(event: MenuAsked, label: string, items: MenuItem[], align: MenuAlign = 'start'): void {
  event.preventDefault();
  const from = event.currentTarget;
  const box = from.getBoundingClientRect();
  // A “more” button, or the keyboard's menu key, has no pointer position.
  const atPointer = event.type === 'contextmenu' && event.clientX > 0;
  const [x, y] = atPointer
    ? [event.clientX, event.clientY]
    : [align === 'end' ? box.right : box.left, Math.min(box.bottom, innerHeight) + 4];
  useOpenMenu.setState({ open: { items, x, y, label, align, from }, used: true });
}
