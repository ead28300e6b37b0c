import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { STORAGE } from './constants';

export type Theme = 'dark' | 'light' | 'system';
export type LocaleName = 'spec' | 'en' | 'es';

type Prefs = {
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
