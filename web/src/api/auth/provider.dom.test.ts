import { beforeEach, describe, expect, it, vi } from 'vitest';
import { STORAGE } from '@/lib/constants';
import { callbackOf, finishProvider, startProvider, takeIntent, takeState } from './provider';

const calls: { path: string; body: Record<string, string> }[] = [];
const assign = vi.fn();

beforeEach(() => {
  calls.length = 0;
  sessionStorage.clear();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    calls.push({ path: String(path), body: init?.body ? JSON.parse(String(init.body)) : {} });
    return Response.json({ url: 'https://accounts.example/authorize' });
  });
});

const callback = `${location.origin}/api/auth/google/callback/`;

describe('redirecting to a provider', () => {
  it('stores the state that it sends', async () => {
    await startProvider('google');
    expect(calls).toEqual([
      { path: '/api/auth/google/start', body: { state: localStorage.getItem(STORAGE.oauthState), redirect_uri: callback } },
    ]);
    expect(assign).toHaveBeenCalledWith('https://accounts.example/authorize');
  });

  it('takes 256 new random bits each time', async () => {
    await startProvider('google');
    await startProvider('google');
    const [first, second] = calls.map(({ body }) => body.state);
    expect(first).not.toBe(second);
    expect(first).toMatch(/^[\w-]{43}$/);
  });

  it('renews the session before an account is connected', async () => {
    await startProvider('keycloak', 'link');
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/user', '/api/auth/keycloak/start']);
    expect(takeIntent()).toBe('link');
  });

  it('leaves nothing behind if it fails', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 500 }));
    await expect(startProvider('google')).rejects.toThrow();
    expect(localStorage.getItem(STORAGE.oauthState)).toBeNull();
  });
});

it('accepts the state and the intent once', async () => {
  await startProvider('google', 'link');
  expect([takeState(), takeIntent()]).toEqual([calls[1]?.body.state, 'link']);
  expect([takeState(), takeIntent()]).toEqual([null, 'signIn']);
});

it('sends the code and its redirect address', async () => {
  await finishProvider('google', 'c', 'signIn');
  expect(calls).toEqual([{ path: '/api/auth/google/login/', body: { code: 'c', redirect_uri: callbackOf('google') } }]);
  expect(callbackOf('google')).toBe(callback);
});
