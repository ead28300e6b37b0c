import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerKey } from './sw-answers';

const bearer = (sub: string) => `Bearer h.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.s`;

const ask = (path: string, { sub = 'ada', ...init }: RequestInit & { sub?: string } = {}) =>
  new Request(new URL(path, location.href), {
    headers: { Accept: 'application/json', Authorization: bearer(sub) },
    ...init,
  });

/** The used part of Cache Storage, in the order of insertion. */
function fakeCaches() {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
    keys: async () => [...kept.keys()],
  };
  vi.stubGlobal('caches', { open: async () => cache });
  return kept;
}

/** Requests like the service worker, and waits until the response is stored. */
async function asked(request: Request): Promise<string> {
  const keeping: Promise<void>[] = [];
  const response = await answer(request, (one) => keeping.push(one));
  await Promise.all(keeping);
  return response.text();
}

const online = (body = 'now') => vi.stubGlobal('fetch', async () => new Response(body, { headers: { Link: '<x>; rel="next"' } }));
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

let kept: Map<string, Response>;
beforeEach(() => {
  kept = fakeCaches();
});
afterEach(() => vi.unstubAllGlobals());

describe('stored responses', () => {
  it('are used with their headers if the server does not respond', async () => {
    online('one');
    expect(await asked(ask('/api/playlists/p1/tracks?limit=100'))).toBe('one');
    offline();
    const response = await answer(ask('/api/playlists/p1/tracks?limit=100'), () => {});
    expect([await response.text(), response.headers.get('Link')]).toEqual(['one', '<x>; rel="next"']);
    await expect(asked(ask('/api/playlists/p2/tracks?limit=100'))).rejects.toThrow('Failed to fetch');
  });

  it('are not used if the server responds, even with an error', async () => {
    online('one');
    await asked(ask('/api/albums'));
    online('two');
    expect(await asked(ask('/api/albums'))).toBe('two');
    vi.stubGlobal('fetch', async () => new Response('no', { status: 500 }));
    expect(await asked(ask('/api/albums'))).toBe('no');
    offline();
    expect(await asked(ask('/api/albums'))).toBe('two');
  });

  it('are kept separately for each person', async () => {
    online('hers');
    await asked(ask('/api/liked-tracks'));
    offline();
    await expect(asked(ask('/api/liked-tracks', { sub: 'ben' }))).rejects.toThrow('Failed to fetch');
  });

  it('are not stored for a cancelled request', async () => {
    online();
    await asked(ask('/api/albums'));
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('gone', 'AbortError')));
    await expect(asked(ask('/api/albums', { signal: AbortSignal.abort() }))).rejects.toThrow('gone');
  });

  it('are limited in number', async () => {
    online();
    for (let i = 0; i < 405; i++) await asked(ask(`/api/tracks/${i}`));
    expect(kept.size).toBe(400);
    expect([...kept.keys()].at(0)).toContain('/tracks/5');
  });

  it.each([
    ['an account', ask('/api/account/sessions')],
    ['the operator', ask('/api/admin/users')],
    ['a change', ask('/api/playlists', { method: 'POST' })],
    [
      'another server',
      new Request('https://other.example/api/tracks', { headers: { Accept: 'application/json', Authorization: bearer('ada') } }),
    ],
    ['sound', new Request(new URL('/api/tracks/1/stream', location.href), { headers: { Authorization: bearer('ada') } })],
    ['a visitor', new Request(new URL('/api/tracks', location.href), { headers: { Accept: 'application/json' } })],
    [
      'no token',
      new Request(new URL('/api/tracks', location.href), { headers: { Accept: 'application/json', Authorization: 'Bearer x' } }),
    ],
  ])('are not kept for %s', (_, request) => {
    expect(answerKey(request)).toBeNull();
  });
});
