import { usePrefs } from '@/lib/prefs';
import { showNowPlaying } from '@/player/view/now-playing/show-now-playing';
import { useNowPlaying } from '@/player/view/now-playing/use-now-playing';

/** From this width on, the queue has its own column next to the page. */
const COLUMN = '(width >= 80rem)';

/** Shows or hides the queue: its column on a wide screen, otherwise the queue of the full-screen player. */
export function useToggleQueue(): () => void {
  const { panelOpen, set } = usePrefs();
  const { open, tab, close } = useNowPlaying();
  return () => {
    if (matchMedia(COLUMN).matches) set({ panelOpen: !panelOpen });
    else if (open && tab === 'queue') close();
    else void showNowPlaying('queue');
  };
}
