import { createRoot } from 'react-dom/client';
import { tokens } from '@/api/auth/tokens';
import { earlySucceed } from '@/api/early';
import { setLocale } from '@/i18n/t';
import { awaitFirstScreen } from '@/lib/first-screen';
import { followTheme, usePrefs } from '@/lib/prefs';
import { App, loadHome } from './app';
import { replaceFirstView } from './first-view';

/** A newer version replaced the files of this page: reloads the page once, but not while the server does not respond. */
function reloadWhenReplaced() {
  addEventListener('vite:preloadError', async () => {
    if (sessionStorage.getItem(RELOADED)) return; // reloading did not help: let the page show the error
    const answer = await fetch('/health').catch(() => null);
    if (!answer?.ok) return; // keeps the music playing
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
  });
  addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000));
}

/** Vite takes a stylesheet that is in the page for loaded. Removes those that failed, so that the next attempt requests them again. */
function forgetFailedStyles() {
  const forget = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.remove();
  document.head.addEventListener('error', forget, { capture: true });
}

const LONGEST_WAIT = 2500; // ms that the rest of the app waits for the first screen of Home or the landing page

const EARLY_WAIT = 50; // ms; the calls were made long before this code ran

const RELOADED = 'sonora_reloaded';

/** Starts the app. The catalogue of another language is loaded before the first text is rendered. */
async function start(root: HTMLElement): Promise<void> {
  followTheme();
  reloadWhenReplaced();
  forgetFailedStyles();
  if (['/', '/landing'].includes(location.pathname)) awaitFirstScreen(LONGEST_WAIT);
  const { locale } = usePrefs.getState();
  if (locale !== 'spec') await setLocale(locale).catch((error: unknown) => console.warn(`${locale} was not loaded`, error));
  if (location.pathname === '/' && tokens.exist() && (await earlySucceed(EARLY_WAIT))) await loadHome();
  replaceFirstView(root);
  createRoot(root).render(<App />);
}

export function mount(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('Root element not found');
  return start(root);
}
