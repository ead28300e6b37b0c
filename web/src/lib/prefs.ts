import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { LocaleName } from '@/i18n/t';
import { STORAGE } from './constants';

export type Theme = 'dark' | 'light' | 'system';

export type Prefs = {
  theme: Theme;
  locale: LocaleName;
  /** The panel beside the page on wide screens: what plays and what comes next. */
  panelOpen: boolean;
  /** Whether lists of songs have columns for tempo, key, loudness and energy. */
  soundColumns: boolean;
  /** Whether similar songs follow when the queue runs out. */
  endless: boolean;
  /** Seconds two songs sound together; 0: they follow each other without a gap. */
  crossfade: number;
  /** How much music may weigh on the way here. */
  quality: 'auto' | 'low' | 'normal' | 'high' | 'lossless';
  /** Whose loudness is evened out. */
  normalise: 'off' | 'track' | 'album' | 'auto';
  /** dB on top of the evened out loudness. */
  preamp: number;
  /** gains: dB of ten bands; own: those drawn by hand, kept while a preset is chosen. */
  equaliser: { on: boolean; preset: string; gains: readonly number[]; own: readonly number[] };
  /** How fast spoken word plays. */
  rate: number;
  /** What is downloaded: the file itself where it is no more than that, else a conversion. */
  downloadQuality: 'low' | 'normal' | 'high' | 'lossless';
  /** GB that downloads may take. */
  downloadLimit: number;
  set: (change: Partial<Omit<Prefs, 'set'>>) => void;
};

/** Until somebody chooses: Spanish where the browser is, else the specification's wording. */
const browserLocale = (): LocaleName => (navigator.language.toLowerCase().startsWith('es') ? 'es' : 'spec');

/** What this browser remembers about its person's taste. public/theme.js reads the same record before the first paint. */
export const usePrefs = create<Prefs>()(
  persist(
    (set) => ({
      theme: 'dark',
      locale: browserLocale(),
      panelOpen: true,
      soundColumns: false,
      endless: false,
      crossfade: 0,
      quality: 'auto',
      normalise: 'off',
      preamp: 0,
      equaliser: { on: false, preset: 'flat', gains: Array(10).fill(0), own: Array(10).fill(0) },
      rate: 1,
      downloadQuality: 'high',
      downloadLimit: 5,
      set: (change) => set(change),
    }),
    {
      name: STORAGE.prefs,
    },
  ),
);

const light = () => matchMedia('(prefers-color-scheme: light)');

/** Keeps the page's theme equal to the chosen one, and to the system's while that is the choice. */
export function followTheme(): () => void {
  const apply = () => {
    const { theme } = usePrefs.getState();
    document.documentElement.dataset.theme = theme === 'system' ? (light().matches ? 'light' : 'dark') : theme;
  };
  const system = light();
  apply();
  system.addEventListener('change', apply);
  const unsubscribe = usePrefs.subscribe(apply);
  return () => {
    system.removeEventListener('change', apply);
    unsubscribe();
  };
}
