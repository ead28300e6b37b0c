import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/t';
import { BACKEND, REQUEST_TIMEOUT } from '@/lib/constants';
import { tokens } from './auth/tokens';
import { nextLink, refresh, requestPage, setExpiredHandler, setTroubleHandler, request as typedRequest } from './client';
import { ApiError, messageOf, NoResponse } from './error';
import { forgetErrors, loggedErrors } from './error-log';
import { address, createQueryClient } from './query-client';

/** These tests use paths that are not in the API document. */
const request = typedRequest as unknown as (path: string, options?: object) => Promise<unknown>;

type Call = { path: string; init: RequestInit; headers: Record<string, string> };

const calls: Call[] = [];
const expired = vi.fn();

/** Responds by path: with the path's responses in order, then repeatedly with the last one. */
function server(answers: Record<string, (() => Response)[]>) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const path = String(input);
    calls.push({ path, init, headers: init.headers as Record<string, string> });
    const list = answers[path];
    if (!list) throw new Error(`unexpected call of ${path}`);
    return (list.length > 1 ? list.shift() : list[0])?.() as Response;
  });
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(body === '' ? '' : JSON.stringify(body), { status, headers, statusText: status === 500 ? 'Internal Server Error' : '' });

const callsOf = (path: string) => calls.filter((call) => call.path === path);
const REFRESH = '/api/auth/token/refresh/';

beforeEach(() => {
  calls.length = 0;
  expired.mockClear();
  setExpiredHandler(expired);
});

afterEach(() => {
  vi.useRealTimers();
  setTroubleHandler(() => {});
});

describe('a call', () => {
  it('carries credentials, version and bearer, and a content type only with a body', async () => {
    tokens.store({ access: 'a1' });
    server({ '/api/x': [json({ ok: true })] });
    expect(await request('/api/x')).toEqual({ ok: true });
    await request('/api/x', { method: 'POST', body: { n: 1 } });
    const [get, post] = calls;
    expect(get?.init.credentials).toBe('include');
    expect(get?.headers).toMatchObject({ Authorization: 'Bearer a1', 'X-API-Version': '1.0' });
    expect(get?.headers).not.toHaveProperty('Content-Type');
    expect(post?.headers['Content-Type']).toBe('application/json');
    expect(post?.init.body).toBe('{"n":1}');
  });

  it('asks for the reader’s language', async () => {
    server({ '/api/x': [json({ ok: true })] });
    await request('/api/x');
    await setLocale('es');
    await request('/api/x');
    await setLocale('spec');
    expect(calls.map(({ headers }) => headers['Accept-Language'])).toEqual(['en', 'es']);
  });

  it('goes to the host of the page', async () => {
    expect(BACKEND).toBe('');
    server({ '/api/x': [json({ ok: true })] });
    await request('/api/x');
    expect(calls[0]?.path).toBe('/api/x');
  });

  it('is logged without its parameters if it fails', async () => {
    forgetErrors();
    server({ '/api/x?token=t': [json({ detail: 'Not found.' }, 404)] });
    await expect(request('/api/x?token=t')).rejects.toThrow();
    expect(loggedErrors()).toMatchObject([{ call: 'GET /api/x', message: '404: Not found.' }]);
  });

  it('fails with the status and the body, or the status text', async () => {
    server({ '/api/x': [() => new Response('x', { status: 404 }), json('', 500)] });
    await expect(request('/api/x')).rejects.toThrow(/^404: x$/);
    await expect(request('/api/x')).rejects.toThrow(/^500: Internal Server Error$/);
  });

  it('gives up after ten seconds with a message', async () => {
    const controller = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const call = request('/api/slow');
    controller.abort();
    await expect(call).rejects.toThrow('The server did not respond within 10 seconds.');
    expect(AbortSignal.timeout).toHaveBeenCalledWith(REQUEST_TIMEOUT);
  });

  describe('whose body does not arrive', () => {
    /** Responds at once with a body that ends as `end` decides. */
    const answerWith = (end: (body: ReadableStreamDefaultController, signal: AbortSignal) => void) =>
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
        const signal = init?.signal as AbortSignal;
        return new Response(new ReadableStream({ start: (body) => end(body, signal) }));
      });

    it.each([request, requestPage as typeof request])('gives up with the same message', async (call) => {
      const trouble = vi.fn();
      setTroubleHandler(trouble);
      const controller = new AbortController();
      vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
      answerWith((body, signal) =>
        signal.addEventListener('abort', () => body.error(new DOMException('signal timed out', 'TimeoutError'))),
      );
      const called = call('/api/slow');
      controller.abort();
      await expect(called).rejects.toThrow('The server did not respond within 10 seconds.');
      await expect(called).rejects.toBeInstanceOf(NoResponse);
      expect(trouble).toHaveBeenCalledExactlyOnceWith(true);
    });

    it('says that the connection broke', async () => {
      const cut = { ok: true, status: 200, text: () => Promise.reject(new TypeError('network error')) };
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(cut as unknown as Response);
      await expect(request('/api/cut')).rejects.toThrow('Could not reach the server.');
    });

    it('stays quiet about a call that nobody waits for any more', async () => {
      const trouble = vi.fn();
      setTroubleHandler(trouble);
      const left = new AbortController();
      answerWith((body, signal) => signal.addEventListener('abort', () => body.error(signal.reason)));
      const called = request('/api/left', { signal: left.signal });
      left.abort();
      await expect(called).rejects.toThrow('aborted');
      expect(trouble).not.toHaveBeenCalled();
    });
  });

  it('says that a response is not JSON without showing how', async () => {
    server({ '/api/x': [() => new Response('<html>')] });
    await expect(requestPage('/api/x' as never)).rejects.toThrow('The server sent an unexpected response.');
  });
});

describe('an expired access token', () => {
  beforeEach(() => tokens.store({ access: 'old', refresh: 'r1' }));

  it('is refreshed once and the call repeated with the new one', async () => {
    server({ '/api/x': [json('', 401), json({ ok: 1 })], [REFRESH]: [json({ access: 'new', refresh: 'r2' })] });
    expect(await request('/api/x')).toEqual({ ok: 1 });
    expect(calls.map((call) => call.path)).toEqual(['/api/x', REFRESH, '/api/x']);
    expect(calls[2]?.headers.Authorization).toBe('Bearer new');
    expect(calls[1]?.init.body).toBe('{"refresh":"r1"}');
    expect(calls[1]?.headers).not.toHaveProperty('Authorization');
    expect([tokens.access(), tokens.refresh()]).toEqual(['new', 'r2']);
  });

  it('is refreshed once for calls in parallel', async () => {
    server({
      '/api/a': [json('', 401), json(1)],
      '/api/b': [json('', 401), json(2)],
      '/api/c': [json('', 401), json(3)],
      [REFRESH]: [json({ access: 'new' })],
    });
    expect(await Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => request(path)))).toEqual([1, 2, 3]);
    expect(callsOf(REFRESH)).toHaveLength(1);
  });

  it('uses the token that another tab has fetched meanwhile', async () => {
    server({
      '/api/x': [
        () => {
          tokens.store({ access: 'theirs' });
          return json('', 401)();
        },
        json({ ok: 1 }),
      ],
    });
    await request('/api/x');
    expect(callsOf(REFRESH)).toHaveLength(0);
    expect(calls[1]?.headers.Authorization).toBe('Bearer theirs');
  });

  it('ends the session if the second response is 401 too, without a loop', async () => {
    server({ '/api/x': [json('', 401)], [REFRESH]: [json({ access: 'new' })] });
    await expect(request('/api/x')).rejects.toThrow(/^401/);
    expect(calls).toHaveLength(3);
    expect(tokens.exist()).toBe(false);
    expect(expired).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('ends the session if the refresh is refused', async () => {
    server({ '/api/x': [json('', 401)], [REFRESH]: [json({ detail: 'Token is invalid or expired' }, 401)] });
    await expect(request('/api/x')).rejects.toThrow(/^401: /);
    expect(tokens.exist()).toBe(false);
    expect(expired).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('keeps the session if the network is down', async () => {
    server({
      '/api/x': [json('', 401)],
      [REFRESH]: [
        () => {
          throw new TypeError('Failed to fetch');
        },
      ],
    });
    await expect(request('/api/x')).rejects.toThrow('Could not reach the server.');
    expect(tokens.refresh()).toBe('r1');
    expect(expired).not.toHaveBeenCalled();
  });
});

describe('without a refresh token', () => {
  it('fails with a message', async () => {
    await expect(refresh()).rejects.toThrow(/^No refresh token available$/);
  });

  it('ends the session of an invalid access token', async () => {
    tokens.store({ access: 'garbage' });
    server({ '/api/playlists': [json('', 401)] });
    await expect(request('/api/playlists')).rejects.toThrow('No refresh token available');
    expect(tokens.exist()).toBe(false);
    expect(expired).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('leaves a visitor alone', async () => {
    server({ '/api/x': [json('', 401)] });
    await expect(request('/api/x')).rejects.toThrow(/^401/);
    expect(calls).toHaveLength(1);
    expect(expired).toHaveBeenCalledExactlyOnceWith(false);
  });
});

it('treats a refused sign-in as a response, not as an expired token', async () => {
  tokens.store({ access: 'old', refresh: 'stale' });
  server({ '/api/auth/login/': [json({ detail: 'Invalid credentials' }, 401)] });
  await expect(request('/api/auth/login/', { method: 'POST', body: {}, auth: 'credentials' })).rejects.toThrow(ApiError);
  expect(calls).toHaveLength(1);
  expect(tokens.refresh()).toBe('stale');
});

describe('lists', () => {
  it('have a total and the address of the next page', async () => {
    const headers = { 'X-Total-Count': '5', Link: '</api/tracks?limit=2&cursor=e%3D>; rel="next"' };
    server({ '/api/tracks?limit=2': [json([1, 2], 200, headers)] });
    expect(await requestPage('/api/tracks', { query: { limit: 2 } })).toEqual({
      items: [1, 2],
      total: 5,
      next: '/api/tracks?limit=2&cursor=e%3D',
    });
  });

  it.each([
    [null, null],
    ['', null],
    ['</a>; rel="prev"', null],
    ['</a>; rel="prev", </b?x=1,2>; rel="next"', '/b?x=1,2'],
  ])('next of %s is %s', (header, next) => expect(nextLink(header)).toBe(next));
});

describe('the query client', () => {
  it('requests the address of a key', () => {
    expect(address(['/api/tracks'])).toBe('/api/tracks');
    expect(address(['/api/tracks', 7, 'lyrics'])).toBe('/api/tracks/7/lyrics');
    expect(address(['/api/tracks', { genre: 'Drum & Bass', sort: undefined, folder: '' }])).toBe('/api/tracks?genre=Drum+%26+Bass');
  });

  it('throws on 401 and requests once, whatever fails', async () => {
    server({ '/api/x': [json('', 401)], '/api/y': [json('', 500)] });
    const client: QueryClient = createQueryClient();
    await expect(client.fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow(/^401: /);
    await expect(client.fetchQuery({ queryKey: ['/api/y'] })).rejects.toThrow(/^500: /);
    expect(calls).toHaveLength(2);
    expect(client.getDefaultOptions().queries).toMatchObject({
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    });
  });
});

describe('messageOf', () => {
  const error = (body: string) => new ApiError(401, body, 'Unauthorized');
  it.each([
    ['{"detail":"A"}', 'A'],
    ['{"non_field_errors":["B"]}', 'B'],
    ['{"detail":"A","non_field_errors":["B"]}', 'A'],
    ['plain text', '401: plain text'],
    ['', 'Invalid credentials'],
    ['{"other":1}', 'Invalid credentials'],
    ['<html>502 Bad Gateway</html>', 'Invalid credentials'],
  ])('of %s is %s', (body, text) => expect(messageOf(error(body), 'Invalid credentials')).toBe(text));

  it('is the error’s own if it is not a response', () => expect(messageOf(new Error('offline'), 'x')).toBe('offline'));
});
