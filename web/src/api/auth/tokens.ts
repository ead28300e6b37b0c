import { STORAGE } from '@/lib/constants';
import { storage } from '@/lib/storage';

type Tokens = { access: string; refresh?: string };

/** The token session of this browser. */
export const tokens = {
  access: () => storage.get(STORAGE.access),
  refresh: () => storage.get(STORAGE.refresh),
  exist: () => storage.get(STORAGE.access) !== null || storage.get(STORAGE.refresh) !== null,
  store({ access, refresh }: Tokens) {
    storage.set(STORAGE.access, access);
    if (refresh) storage.set(STORAGE.refresh, refresh);
    forgetLeaving();
  },
  clear() {
    storage.remove(STORAGE.access, STORAGE.refresh);
    forgetLeaving();
  },
  /**
   * Signs out here before the server knows it: its cookie, which scripts cannot delete, must not sign the person in again.
   * `everywhere`: also signs out other tabs, because the person asked for it.
   */
  leave(everywhere = false) {
    storage.remove(STORAGE.access, STORAGE.refresh);
    if (everywhere) storage.set(STORAGE.left, 'yes');
    else sessionStorage.setItem(STORAGE.left, 'yes');
  },
  left: () => sessionStorage.getItem(STORAGE.left) !== null || storage.get(STORAGE.left) !== null,
};

function forgetLeaving() {
  storage.remove(STORAGE.left);
  sessionStorage.removeItem(STORAGE.left);
}

export type Claims = { sub: string; email: string; firstName: string };

/** The account in the access token. Not a proof: the server verifies every call. */
export function claims(): Claims | null {
  const payload = tokens.access()?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const json = JSON.parse(new TextDecoder().decode(bytes));
    return { sub: String(json.sub), email: String(json.email ?? ''), firstName: String(json.first_name ?? '') };
  } catch {
    return null;
  }
}
