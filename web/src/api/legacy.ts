import { language, t } from '@/i18n/auth';
import { BACKEND, LEGACY_API_VERSION, REQUEST_TIMEOUT, STORAGE } from '@/lib/constants';
import { storage } from '@/lib/storage';
import { logError } from './error-log';
import { type Endpoint, probe } from './health';
import type { Track, User } from './types';

/** The paths older clients use, in the order they are tried. */
export const LEGACY = {
  login: ['/auth/login', '/api/auth/login', '/api/v1/auth/login'],
  tracks: ['/tracks', '/api/tracks', '/api/v1/tracks', '/v1/tracks'],
  radios: ['/radios', '/api/radios', '/api/v1/radios', '/v1/radios'],
  mixes: ['/mixes', '/api/mixes', '/api/v1/mixes', '/v1/mixes'],
  playlists: ['/playlists', '/api/playlists', '/api/v1/playlists', '/v1/playlists'],
} as const;

export type LegacyList = 'tracks' | 'radios' | 'mixes' | 'playlists';

/** None of the paths worked. The message is the reader's, the code and the cause are the same in every language. */
export class NoEndpointError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message, { cause: code });
    this.name = 'NoEndpointError';
  }
}

const nothingIn = (what: LegacyList | 'login') => new NoEndpointError(t(NOTHING[what].key), NOTHING[what].code);

const NOTHING = {
  tracks: { key: 'legacy.noTracks', code: 'No tracks found in any endpoint' },
  radios: { key: 'legacy.noRadios', code: 'No radios found in any endpoint' },
  mixes: { key: 'legacy.noMixes', code: 'No mixes found in any endpoint' },
  playlists: { key: 'legacy.noPlaylists', code: 'No playlists found in any endpoint' },
  login: { key: 'legacy.noLogin', code: 'Could not log in on any endpoint' },
} as const;

/** A reply of an older path that is not a success. */
export class LegacyError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'LegacyError';
  }
}

type Keys = Pick<typeof storage, 'get' | 'set' | 'remove'>;
type LegacyGrant = { user: User; token: string };
type Call = { method?: 'GET' | 'POST'; body?: object; form?: FormData };

/** The older client's calls. `credentials: 'omit'` with keys of its own makes it a visitor, whoever is signed in here. */
export class LegacyClient {
  readonly #keys: Keys;
  readonly #credentials: RequestCredentials;

  constructor({ keys = storage, credentials = 'include' }: { keys?: Keys; credentials?: RequestCredentials } = {}) {
    this.#keys = keys;
    this.#credentials = credentials;
  }

  /** Signs in by the first path there is. A path that refuses the password has answered: the others would say the same. */
  async login(email: string, password: string): Promise<LegacyGrant> {
    for (const path of LEGACY.login) {
      const response = await this.#send(path, { method: 'POST', body: { email, password } }).catch(() => null);
      if (response && (response.ok || isRefusal(response.status))) return this.#keep(await read<LegacyGrant>(response));
    }
    throw nothingIn('login');
  }

  /** The first of the paths that answers a list, and the list. */
  async list<T = Track>(name: LegacyList): Promise<{ path: string; items: T[] }> {
    for (const path of LEGACY[name]) {
      const items = await this.#call<unknown>(path).catch((error: unknown) => {
        if (error instanceof LegacyError && error.status === 401) throw error;
        return null;
      });
      if (Array.isArray(items)) return { path, items };
    }
    throw nothingIn(name);
  }

  async register(registration: object): Promise<LegacyGrant> {
    return this.#keep(await read<LegacyGrant>(await this.#send('/auth/register', { method: 'POST', body: registration })));
  }

  logout = () => this.#leave('/auth/logout');
  logoutV1 = () => this.#leave('/api/v1/auth/logout/');
  me = () => this.#call<User>('/auth/me');
  meV1 = () => this.#call<User>('/api/v1/auth/me/');
  adminUsers = () => this.#call<User[]>('/admin/users');
  adminStats = () => this.#call<Record<string, unknown>>('/admin/stats');

  async upload(file: File): Promise<{ audioUrl: string }> {
    const form = new FormData();
    form.append('file', file);
    const response = await this.#send('/upload', { method: 'POST', form });
    if (!response.ok) throw new LegacyError(response.status, `HTTP error! status: ${response.status}`);
    return response.json();
  }

  /** Whether the backend is available, within five seconds. */
  health = (): Promise<Endpoint> => probe('/health');

  async #send(path: string, { method = 'GET', body, form }: Call = {}): Promise<Response> {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': language(),
      'X-API-Version': LEGACY_API_VERSION,
    };
    const token = this.#keys.get(STORAGE.legacyToken);
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body) headers['Content-Type'] = 'application/json';
    const response = await fetch(BACKEND + path, {
      method,
      headers,
      credentials: this.#credentials,
      body: form ?? (body && JSON.stringify(body)),
      signal: form ? undefined : AbortSignal.timeout(REQUEST_TIMEOUT), // a large file takes its time
    });
    if (!response.ok) logError(method, path, String(response.status));
    return response;
  }

  async #call<T>(path: string, options?: Call): Promise<T> {
    const response = await this.#send(path, options);
    if (response.status === 401) this.#expire();
    return read<T>(response);
  }

  #keep(grant: LegacyGrant): LegacyGrant {
    this.#keys.set(STORAGE.legacyToken, grant.token);
    this.#keys.set(STORAGE.legacyUser, JSON.stringify(grant.user));
    return grant;
  }

  async #leave(path: string): Promise<void> {
    await this.#call(path, { method: 'POST' });
    this.#forget();
  }

  #expire(): void {
    this.#forget();
    console.warn('Token expired or invalid, please login again');
  }

  #forget = () => this.#keys.remove(STORAGE.legacyToken, STORAGE.legacyUser);
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new LegacyError(response.status, `HTTP ${response.status}: ${text}`);
  try {
    return (text === '' ? null : JSON.parse(text)) as T;
  } catch (error) {
    // Older paths are pages, too: a server that does not know one answers with the app itself.
    throw new LegacyError(response.status, `HTTP ${response.status}: ${String(error)}`);
  }
}

/** An answer about the credentials, not about the path. */
const isRefusal = (status: number) => [400, 401, 403, 429].includes(status);
