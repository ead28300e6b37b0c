import { create } from 'zustand';

export type NowPlayingTab = 'lyrics' | 'queue';

type NowPlayingState = {
  open: boolean;
  /** Whether it was ever opened: its code is loaded from then on. */
  wanted: boolean;
  tab: NowPlayingTab;
  show: (tab?: NowPlayingTab) => void;
  close: () => void;
};

/** Whether the full-screen player is open, and on which side. */
export const useNowPlaying = create<NowPlayingState>((set) => ({
  open: false,
  wanted: false,
  tab: 'lyrics',
  show: (tab) => set((state) => ({ open: true, wanted: true, tab: tab ?? state.tab })),
  close: () => set({ open: false }),
}));
