import { logError } from '@/api/error-log';
import type { Track, User } from '@/api/types';
import { language, t } from '@/i18n/auth';
import { BACKEND, LEGACY_API_VERSION, REQUEST_TIMEOUT, STORAGE } from '@/lib/constants';
import { storage } from '@/lib/storage';
import { type Endpoint, probe } from './health';

/** The paths of legacy clients, in the order they are tried. */
export const LEGACY = {
  login: ['/auth/login', '/api/auth/login', '/api/v1/auth/login'],
  tracks: ['/tracks', '/api/tracks', '/api/v1/tracks', '/v1/tracks'],
  radios: ['/radios', '/api/radios', '/api/v1/radios', '/v1/radios'],
  mixes: ['/mixes', '/api/mixes', '/api/v1/mixes', '/v1/mixes'],
  playlists: ['/playlists', '/api/playlists', '/api/v1/playlists', '/v1/playlists'],
} as const;

export type LegacyList = 'tracks' | 'radios' | 'mixes' | 'playlists';

/** None of the paths worked. The message is in the reader's language; the code and the cause do not depend on it. */
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

/** A response of a legacy path that is not a success. */
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

/** The calls of the legacy client. `credentials: 'omit'` with separate storage keys makes it a visitor, whoever is signed in here. */
export class LegacyClient {
  readonly #keys: Keys;
  readonly #credentials: RequestCredentials;

  constructor({ keys = storage, credentials = 'include' }: { keys?: Keys; credentials?: RequestCredentials } = {}) {
    this.#keys = keys;
    this.#credentials = credentials;
  }

  /** Signs in with the first path that exists. A path that rejects the password has answered: the others would do the same. */
  async login(email: string, password: string): Promise<LegacyGrant> {
    for (const path of LEGACY.login) {
      const response = await this.#send(path, { method: 'POST', body: { email, password } }).catch(() => null);
      if (response && (response.ok || isRefusal(response.status))) return this.#keep(await read<LegacyGrant>(response));
    }
    throw nothingIn('login');
  }

  /** The first of the paths that returns a list, and the list. */
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

  /** Whether the backend responds within five seconds. */
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
      signal: form ? undefined : AbortSignal.timeout(REQUEST_TIMEOUT), // uploads of large files take longer
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
    // Legacy paths can also be pages: a server that does not know one responds with the app itself.
    throw new LegacyError(response.status, `HTTP ${response.status}: ${String(error)}`);
  }
}

/** A response about the credentials, not about the path. */
const isRefusal = (status: number) => [400, 401, 403, 429].includes(status);
