import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';

export type NowPlayingTab = 'queue' | 'lyrics' | 'about' | 'episode';

type NowPlayingState = {
  open: boolean;
  tab: NowPlayingTab;
  /** Whether a tab was requested, and not only the player. */
  asked: boolean;
  /** The component, once its code is loaded. */
  Screen: ComponentType | null;
  close: () => void;
};

/** Whether the full-screen player is open, and on which tab. */
export const useNowPlaying = create<NowPlayingState>((set) => ({
  open: false,
  tab: 'queue',
  asked: false,
  Screen: null,
  close: () => glide(() => set({ open: false })),
}));

/** Whether the browser animates the cover between the bar and the screen. */
export const glides = () => 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

export function glide(change: () => void): void {
  if (glides()) document.startViewTransition(() => flushSync(change));
  else change();
}
