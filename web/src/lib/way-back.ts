/** Where somebody was whose session ended, in this tab, so that signing in again leads there. */
const KEY = 'sonora_way_back';

export function rememberWayBack(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search);
  } catch {
    // refused: signing in leads home
  }
}

/** Whether a session ended here and nobody signed in since. */
export function isOnTheWayBack(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The address remembered, once; home when there is none. */
export function takeWayBack(): string {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith('/') && !path.startsWith('//') ? path : '/';
  } catch {
    return '/';
  }
}
