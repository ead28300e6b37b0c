import { create } from 'zustand';

type SoundMenuState = {
  /** undefined until it is first opened, so that its code is not loaded. */
  open: boolean | undefined;
  show: (open?: boolean) => void;
};

/** Whether the sound settings are open. */
export const useSoundMenu = create<SoundMenuState>((set) => ({
  open: undefined,
  show: (open = true) => set({ open }),
}));
