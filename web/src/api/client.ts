import { language, t } from '@/i18n/t';
import { API_VERSION, BACKEND, REQUEST_TIMEOUT } from '@/lib/constants';
import { withParams } from '@/lib/params';
import { tokens } from './auth/tokens';
import type { Address, Body, Known, Method, Parameters, Reply } from './contract';
import { early } from './early';
import { ApiError, NoResponse } from './error';
import { logError } from './error-log';

type RequestOptions = {
  method?: Method;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** ms until the response has to be there. */
  timeout?: number;
  /** `credentials`: this call is the sign-in itself, so a 401 means wrong credentials and not an expired token. */
  auth?: 'session' | 'credentials';
};

let onExpired: (hadTokens: boolean) => void = () => {};

/** Called when the server no longer knows the session. Its tokens, if there were any, have been removed by then. */
export function setExpiredHandler(handler: (hadTokens: boolean) => void) {
  onExpired = handler;
}

let onTrouble: (silent: boolean) => void = () => {};

/** Called when a call got no response (`silent`), or the server could not carry it out (5xx). */
export function setTroubleHandler(handler: (silent: boolean) => void) {
  onTrouble = handler;
}

/** The options of a call with this path and method. The API document decides the types of the query and the body. */
type Options<P extends string, M extends Method> = Omit<RequestOptions, 'method' | 'query' | 'body'> & { method?: M } & Parameters<P, M> &
  Body<P, M>;

/**
 * Calls the server. The path and the method decide the types of the query, the body and the response. Throws ApiError for any response
 * that is not a success, and NoResponse if no complete response arrives in time.
 */
export async function request<const P extends string, M extends Method = 'GET'>(
  path: P & Known<P, M>,
  options?: Options<P, M>,
): Promise<Reply<P, M>> {
  const { read } = await respond(path, options);
  return read(async (response) => {
    const text = await response.text();
    return (text === '' ? null : JSON.parse(text)) as Reply<P, M>;
  });
}

/** The options of a GET. */
type Reading<P extends string> = Pick<RequestOptions, 'signal'> & Parameters<P, 'GET'>;

/** Calls the server for a response that is not JSON. */
export async function requestBytes<const P extends string>(path: P & Known<P, 'GET'>, options?: Reading<P>): Promise<ArrayBuffer> {
  const { read } = await respond(path, options);
  return read((response) => response.arrayBuffer());
}

/** One page of a list. `next` is the address of the following page. */
export type Page<T> = { items: T[]; total: number; next: Address<T[]> | null };

/** The items of the list at a path. */
export type Item<P extends string> = Reply<P> extends readonly (infer T)[] ? T : never;

export async function requestPage<const P extends string>(path: P & Known<P, 'GET'>, options?: Reading<P>): Promise<Page<Item<P>>> {
  const { response, read } = await respond(path, options);
  const items: Item<P>[] = await read((response) => response.json());
  const next = nextLink(response.headers.get('Link')) as Address<Item<P>[]> | null;
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length), next };
}

/** A JSON response with its headers. */
export async function requestWith<const P extends string, M extends Method = 'GET'>(
  path: P & Known<P, M>,
  options?: Options<P, M>,
): Promise<{ body: Reply<P, M>; headers: Headers }> {
  const { response, read } = await respond(path, options);
  return { body: await read((response) => response.json()), headers: response.headers };
}

/** The address of `rel="next"` in a Link header. */
export const nextLink = (header: string | null) => /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(header ?? '')?.[1] ?? null;

/** A response whose body has not been read: one time limit covers both. */
type Answer = { response: Response; read: <T>(take: (response: Response) => Promise<T>) => Promise<T> };

async function respond(path: string, options: RequestOptions = {}): Promise<Answer> {
  const used = tokens.access();
  let answer = await send(path, options, used);
  if (answer.response.status === 401 && options.auth !== 'credentials') {
    if (!tokens.exist()) {
      onExpired(false);
    } else {
      await refreshOnce(used);
      answer = await send(path, options, tokens.access());
      if (answer.response.status === 401) expire();
    }
  }
  if (!answer.response.ok) throw await failure(path, options, answer);
  return answer;
}

async function failure(path: string, { method = 'GET' }: RequestOptions, { response, read }: Answer): Promise<ApiError> {
  const error = new ApiError(response.status, await read((response) => response.text()), response.statusText);
  if (error.status >= 500) onTrouble(false);
  logError(method, path, error.detail ? `${error.status}: ${error.detail}` : String(error.status));
  return error;
}

async function send(
  path: string,
  { method = 'GET', query, body, signal, headers: extra, timeout: longest = REQUEST_TIMEOUT }: RequestOptions,
  access: string | null,
): Promise<Answer> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': language(),
    'X-API-Version': API_VERSION,
    ...extra,
  };
  if (access) headers.Authorization = `Bearer ${access}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(longest);
  const explained = (error: unknown) => {
    if (signal?.aborted) return error;
    logError(method, path, timeout.aborted ? 'timeout' : String(error));
    if (error instanceof SyntaxError) return new Error(t('ui.loadFailedText'), { cause: error });
    if (!timeout.aborted && !(error instanceof TypeError)) return error;
    onTrouble(true);
    return new NoResponse(t(timeout.aborted ? 'ui.timeout' : 'ui.offline'), { cause: error });
  };
  const step = <T>(running: Promise<T>) =>
    running.catch((error: unknown) => {
      throw explained(error);
    });
  const address = BACKEND + (query ? withParams(path, query) : path);
  const asked = method === 'GET' ? early(address, access) : undefined;
  const response = await step(
    asked ??
      fetch(address, {
        method,
        headers,
        credentials: 'include',
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }),
  );
  return { response, read: (take) => step(take(response)) };
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
  const answer = await send(REFRESH, options, null);
  if (!answer.response.ok) throw await failure(REFRESH, options, answer);
  tokens.store(await answer.read((response) => response.json()));
}

const acrossTabs = (run: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('sonora-token-refresh', run) : run();
