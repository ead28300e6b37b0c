import { createRoot } from 'react-dom/client';
import { setLocale } from '@/i18n/t';
import { followTheme, usePrefs } from '@/lib/prefs';
import { App } from './app';

/** A newer version replaced the files this page was made of: load the page anew, once. Not while the server does not answer. */
function reloadWhenReplaced() {
  addEventListener('vite:preloadError', async () => {
    if (sessionStorage.getItem(RELOADED)) return; // it did not help: let the page show the error
    const answer = await fetch('/health').catch(() => null);
    if (!answer?.ok) return; // what plays goes on
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
  addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000));
}

const RELOADED = 'sonora_reloaded';

/** Starts the app. The catalogue of another language is there before the first text is drawn. */
async function start(root: HTMLElement): Promise<void> {
  followTheme();
  reloadWhenReplaced();
  const { locale } = usePrefs.getState();
  if (locale !== 'spec') await setLocale(locale).catch((error: unknown) => console.warn(`${locale} was not loaded`, error));
  createRoot(root).render(<App />);
}

export function mount(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('Root element not found');
  return start(root);
}
