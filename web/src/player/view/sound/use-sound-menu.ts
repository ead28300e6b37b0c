import { create } from 'zustand';

type SoundMenuState = {
  /** undefined while it never was open, and its code is not wanted. */
  open: boolean | undefined;
  show: (open?: boolean) => void;
};

/** Whether the sound settings lie over the page. */
export const useSoundMenu = create<SoundMenuState>((set) => ({
  open: undefined,
  show: (open = true) => set({ open }),
}));
