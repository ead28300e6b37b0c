import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';

export type NowPlayingTab = 'queue' | 'lyrics' | 'about' | 'episode';

type NowPlayingState = {
  open: boolean;
  tab: NowPlayingTab;
  /** Whether a tab was asked for, not just the player. */
  asked: boolean;
  /** The screen itself, once its code is there. */
  Screen: ComponentType | null;
  close: () => void;
};

/** Whether the full-screen player is open, and on which side. */
export const useNowPlaying = create<NowPlayingState>((set) => ({
  open: false,
  tab: 'queue',
  asked: false,
  Screen: null,
  close: () => glide(() => set({ open: false })),
}));

/** Whether the browser moves the cover from the bar to the screen and back by itself. */
export const glides = () => 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

export function glide(change: () => void): void {
  if (glides()) document.startViewTransition(() => flushSync(change));
  else change();
}
