/** The address where a session ended in this tab, so that signing in again returns to it. */
const KEY = 'sonora_way_back';

export function rememberWayBack(): void {
  try {
    sessionStorage.setItem(KEY, location.pathname + location.search + location.hash);
  } catch {
    // storage is unavailable: signing in leads to Home
  }
}

/** Whether a session ended here and nobody has signed in since. */
export function isOnTheWayBack(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Returns the remembered address once; Home if there is none. */
export function takeWayBack(): string {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path?.startsWith('/') && !path.startsWith('//') ? path : '/';
  } catch {
    return '/';
  }
}
