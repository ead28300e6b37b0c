import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { LocaleName } from '@/i18n/t';
import { STORAGE } from './constants';

export type ShownTheme = 'dark' | 'light';
export type Theme = ShownTheme | 'system';

export type Prefs = {
  theme: Theme;
  locale: LocaleName;
  /** Whether the panel next to the page is open on wide screens: what is playing and what is next. */
  panelOpen: boolean;
  /** Whether the sidebar of the admin area shows icons only. */
  adminCollapsed: boolean;
  /** Whether lists of songs show columns for tempo, key, loudness and energy. */
  soundColumns: boolean;
  /** Whether similar songs follow when the queue ends. */
  endless: boolean;
  /** Length of the crossfade in seconds; 0 for gapless. */
  crossfade: number;
  /** The quality of streams. */
  quality: 'auto' | 'low' | 'normal' | 'high' | 'lossless';
  /** Whether the volume is normalised, and by track or album. */
  normalise: 'off' | 'track' | 'album' | 'auto';
  /** Gain in dB on top of the normalisation. */
  preamp: number;
  /** gains: dB of the ten bands; own: the custom gains, kept while a preset is selected. */
  equaliser: { on: boolean; preset: string; gains: readonly number[]; own: readonly number[] };
  /** The playback speed of spoken word. */
  rate: number;
  /** The quality of downloads: the original file if it is no larger than that, otherwise a conversion. */
  downloadQuality: 'low' | 'normal' | 'high' | 'lossless';
  /** Storage limit of downloads in GB. */
  downloadLimit: number;
  set: (change: Partial<Omit<Prefs, 'set'>>) => void;
};

/** The default language: Spanish in a Spanish browser, otherwise the specification's wording. */
const browserLocale = (): LocaleName => (navigator.language.toLowerCase().startsWith('es') ? 'es' : 'spec');

/** The preferences this browser remembers. public/theme.js reads the same record before the first paint. */
export const usePrefs = create<Prefs>()(
  persist(
    (set) => ({
      theme: 'system',
      locale: browserLocale(),
      panelOpen: true,
      adminCollapsed: false,
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

const shown = create<{ theme: ShownTheme }>(() => ({ theme: 'dark' }));

/** The page's theme now, which `system` can change at any time. */
export const useShownTheme = (): ShownTheme => shown(({ theme }) => theme);

/** Keeps the page's theme in sync with the preference, and with the system while the preference says so. */
export function followTheme(): () => void {
  const apply = () => {
    const { theme } = usePrefs.getState();
    const now = theme === 'system' ? (light().matches ? 'light' : 'dark') : theme;
    document.documentElement.dataset.theme = now;
    shown.setState({ theme: now });
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
