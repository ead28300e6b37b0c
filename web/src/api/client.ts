import { language, t } from '@/i18n/t';
import { API_VERSION, BACKEND, REQUEST_TIMEOUT } from '@/lib/constants';
import { ApiError } from './error';
import { logError } from './error-log';
import { tokens } from './tokens';

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The type of the response, unless it is JSON. */
  as?: 'bytes';
  /** `credentials`: this call is the sign-in itself, so a 401 means wrong credentials and not an expired token. */
  auth?: 'session' | 'credentials';
};

let onExpired: (hadTokens: boolean) => void = () => {};

/** Called when the server no longer knows the session. Its tokens, if there were any, have been removed by then. */
export function setExpiredHandler(handler: (hadTokens: boolean) => void) {
  onExpired = handler;
}

/** Calls the server. Throws ApiError for any response that is not a success, and Error if the network fails. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await respond(path, options);
  if (options.as === 'bytes') return (await response.arrayBuffer()) as T;
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** One page of a list. `next` is the address of the following page. */
export type Page<T> = { items: T[]; total: number; next: string | null };

export async function requestPage<T>(path: string, signal?: AbortSignal): Promise<Page<T>> {
  const { body, headers } = await requestWith<T[]>(path, { signal });
  return { items: body, total: Number(headers.get('X-Total-Count') ?? body.length), next: nextLink(headers.get('Link')) };
}

/** A JSON response with its headers. */
export async function requestWith<T>(path: string, options: RequestOptions = {}): Promise<{ body: T; headers: Headers }> {
  const response = await respond(path, options);
  return { body: (await response.json()) as T, headers: response.headers };
}

/** The address of `rel="next"` in a Link header. */
export const nextLink = (header: string | null) => /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(header ?? '')?.[1] ?? null;

async function respond(path: string, options: RequestOptions): Promise<Response> {
  const used = tokens.access();
  let response = await send(path, options, used);
  if (response.status === 401 && options.auth !== 'credentials') {
    if (!tokens.exist()) {
      onExpired(false);
    } else {
      await refreshOnce(used);
      response = await send(path, options, tokens.access());
      if (response.status === 401) expire();
    }
  }
  if (!response.ok) throw await failure(path, options, response);
  return response;
}

async function failure(path: string, { method = 'GET' }: RequestOptions, response: Response): Promise<ApiError> {
  const error = new ApiError(response.status, await response.text(), response.statusText);
  logError(method, path, error.detail ? `${error.status}: ${error.detail}` : String(error.status));
  return error;
}

async function send(
  path: string,
  { method = 'GET', body, signal, headers: extra }: RequestOptions,
  access: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': language(),
    'X-API-Version': API_VERSION,
    ...extra,
  };
  if (access) headers.Authorization = `Bearer ${access}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  try {
    return await fetch(BACKEND + path, {
      method,
      headers,
      credentials: 'include',
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (!signal?.aborted) logError(method, path, timeout.aborted ? 'timeout' : String(error));
    if (timeout.aborted) throw new Error(t('ui.timeout'), { cause: error });
    if (error instanceof TypeError) throw new Error(t('ui.offline'), { cause: error });
    throw error;
  }
}

function expire() {
  tokens.leave();
  onExpired(true);
}

let refreshing: Promise<void> | undefined;

/** Replaces the access token `used`, once for all calls and tabs that found it expired. Ends the session if that fails. */
function refreshOnce(used: string | null): Promise<void> {
  refreshing ??= acrossTabs(async () => {
    if (tokens.access() !== used && tokens.access() !== null) return; // another tab was faster
    await refresh();
  })
    .catch((error: unknown) => {
      if (!isPassing(error)) expire();
      throw error;
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** For requests the browser makes itself, such as media: gets new tokens and a new cookie, shared with concurrent refreshes. */
export const renewSession = (): Promise<void> => refreshOnce(tokens.access());

/** A temporary failure: the network is down, or the server is busy or restarting. It says nothing about the session. */
const isPassing = (error: unknown) =>
  error instanceof ApiError ? error.status === 429 || error.status >= 500 : !(error instanceof NoRefreshToken);

class NoRefreshToken extends Error {
  constructor() {
    super('No refresh token available');
  }
}

const REFRESH = '/api/auth/token/refresh/';

/** Exchanges the refresh token for new tokens. */
export async function refresh(): Promise<void> {
  const token = tokens.refresh();
  if (!token) throw new NoRefreshToken();
  const options: RequestOptions = { method: 'POST', body: { refresh: token } };
  const response = await send(REFRESH, options, null);
  if (!response.ok) throw await failure(REFRESH, options, response);
  tokens.store(await response.json());
}

const acrossTabs = (run: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('sonora-token-refresh', run) : run();
