import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/t';
import { STORAGE } from '@/lib/constants';
import { LEGACY, LegacyClient, type LegacyList, NoEndpointError } from './legacy';

type Call = { name: string; init: RequestInit; headers: Record<string, string> };

/** Responds by path; any other path is 404. */
function server(answers: Record<string, () => Response>) {
  const calls: Call[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    calls.push({ name: `${init.method} ${input}`, init, headers: init.headers as Record<string, string> });
    return (answers[String(input)] ?? text(404, 'x'))();
  });
  return calls;
}

const text = (status: number, body: string) => () => new Response(body, { status });
const json = (body: unknown, status = 200) => text(status, JSON.stringify(body));
const names = (calls: Call[]) => calls.map((call) => call.name);
const stored = () => [localStorage.getItem(STORAGE.legacyToken), localStorage.getItem(STORAGE.legacyUser)];
const signIn = () => {
  localStorage.setItem(STORAGE.legacyToken, 'x');
  localStorage.setItem(STORAGE.legacyUser, '{"id":"u1"}');
};

afterEach(() => setLocale('spec'));

const client = new LegacyClient();
const GRANT = { user: { id: 'u1' }, token: 't1' };

describe('signing in', () => {
  it('uses the first path that exists, and stores the token and the user', async () => {
    const calls = server({ '/api/v1/auth/login': json(GRANT) });
    expect(await client.login('ada@example.com', 'pw')).toEqual(GRANT);
    expect(names(calls)).toEqual(['POST /auth/login', 'POST /api/auth/login', 'POST /api/v1/auth/login']);
    expect(calls[0]?.init.body).toBe('{"email":"ada@example.com","password":"pw"}');
    expect(stored()).toEqual(['t1', '{"id":"u1"}']);
  });

  it('fails in Spanish with an English cause if no path exists', async () => {
    server({});
    const error = await client.login('a@b.c', 'pw').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NoEndpointError);
    expect(error).toMatchObject({
      message: 'No se pudo iniciar sesión en ningún endpoint',
      cause: 'Could not log in on any endpoint',
      code: 'Could not log in on any endpoint',
    });
  });

  it('does not try other paths after a wrong password', async () => {
    const warn = vi.spyOn(console, 'warn');
    const calls = server({ '/auth/login': text(401, 'no') });
    await expect(client.login('a@b.c', 'pw')).rejects.toThrow(/^HTTP 401: no$/);
    expect(calls).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('lists', () => {
  const lists: [LegacyList, string, string][] = [
    ['tracks', 'No se encontraron pistas en ningún endpoint', 'No tracks found in any endpoint'],
    ['radios', 'No se encontraron radios en ningún endpoint', 'No radios found in any endpoint'],
    ['mixes', 'No se encontraron mixes en ningún endpoint', 'No mixes found in any endpoint'],
    ['playlists', 'No se encontraron playlists en ningún endpoint', 'No playlists found in any endpoint'],
  ];

  it.each(lists)('%s are tried in their order until one works', async (list) => {
    const calls = server({ [`/v1/${list}`]: json([{ id: 1 }]), [`/api/${list}`]: text(500, 'down') });
    expect(await client.list(list)).toEqual({ path: `/v1/${list}`, items: [{ id: 1 }] });
    expect(names(calls)).toEqual([`GET /${list}`, `GET /api/${list}`, `GET /api/v1/${list}`, `GET /v1/${list}`]);
    expect(LEGACY[list]).toHaveLength(4);
  });

  it.each(lists)('%s: none works', async (list, spanish, english) => {
    server({ [`/${list}`]: text(200, '<!doctype html>'), [`/api/${list}`]: json({ items: [] }) });
    await expect(client.list(list)).rejects.toMatchObject({ message: spanish, cause: english, code: english });
    await setLocale('en');
    await expect(client.list(list)).rejects.toMatchObject({ message: english, code: english });
  });
});

describe('a call', () => {
  it('sends the stored token and the version of older clients', async () => {
    signIn();
    const calls = server({ '/auth/me': json({ id: 'u1' }), '/api/v1/auth/me/': json({ id: 'u1' }) });
    await client.me();
    await client.meV1();
    expect(calls[0]?.headers).toMatchObject({ Authorization: 'Bearer x', 'X-API-Version': 'v1' });
    expect(calls[0]?.headers).not.toHaveProperty('Content-Type');
    expect(calls[0]?.init.credentials).toBe('include');
  });

  it('fails with "HTTP status: text"', async () => {
    server({});
    await expect(client.adminUsers()).rejects.toThrow(/^HTTP 404: x$/);
    await expect(client.adminStats()).rejects.toThrow(/^HTTP 404: x$/);
  });

  it('forgets the token and the user on 401, and warns once', async () => {
    signIn();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server({ '/auth/me': text(401, 'expired') });
    await expect(client.me()).rejects.toThrow('HTTP 401: expired');
    expect(stored()).toEqual([null, null]);
    expect(warn.mock.calls).toEqual([['Token expired or invalid, please login again']]);
  });

  it('stops a list on 401', async () => {
    signIn();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const calls = server({ '/playlists': text(401, '') });
    await expect(client.list('playlists')).rejects.toThrow('HTTP 401: ');
    expect(calls).toHaveLength(1);
    expect(warn).toHaveBeenCalledOnce();
  });
});

it('stores the grant of a registration and drops it on signing out', async () => {
  const calls = server({ '/auth/register': json(GRANT, 201), '/auth/logout': text(204, ''), '/api/v1/auth/logout/': text(204, '') });
  await client.register({ email: 'a@b.c' });
  expect(stored()[0]).toBe('t1');
  await client.logout();
  expect(stored()).toEqual([null, null]);
  await client.logoutV1();
  expect(names(calls)).toEqual(['POST /auth/register', 'POST /auth/logout', 'POST /api/v1/auth/logout/']);
});

describe('an upload', () => {
  it('is a form with one file', async () => {
    const calls = server({ '/upload': json({ audioUrl: '/media/1' }, 201) });
    expect(await client.upload(new File(['x'], 'a.wav'))).toEqual({ audioUrl: '/media/1' });
    expect((calls[0]?.init.body as FormData | undefined)?.get('file')).toBeInstanceOf(File);
    expect(calls[0]?.headers).not.toHaveProperty('Content-Type');
  });

  it('fails with "HTTP error! status"', async () => {
    server({ '/upload': text(500, 'x') });
    await expect(client.upload(new File(['x'], 'a.wav'))).rejects.toThrow(/^HTTP error! status: 500$/);
  });
});

it('knows whether the backend is available', async () => {
  const calls = server({ '/health': json({ status: 'ok' }) });
  expect(await client.health()).toEqual({ path: '/health', status: 200, available: true });
  expect(names(calls)).toEqual(['GET /health']);
});
