import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recentQuery } from '@/features/home/queries';
import { STORAGE } from '@/lib/constants';
import { IMAGE_SIZES, sized } from '@/lib/images';
import { withParams } from '@/lib/params';
import { tokens } from './auth/tokens';
import { request } from './client';
import { earlySucceed } from './early';

const script = readFileSync('public/theme.js', 'utf8');
const fetched = vi.fn();
let answers: Record<string, unknown> = {};

/** Loads theme.js as a page at this path does. */
async function load(path: string) {
  history.replaceState(null, '', path);
  // biome-ignore lint/security/noGlobalEval: it is the file that pages load
  globalThis.eval(script);
  await Promise.all(Object.values(globalThis.sonoraEarly?.answers ?? {}));
}

beforeEach(() => {
  answers = {};
  fetched.mockReset();
  vi.spyOn(performance, 'now').mockReturnValue(500);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    fetched(String(input), init);
    return new Response(JSON.stringify(answers[String(input)] ?? []));
  });
});

afterEach(() => {
  globalThis.sonoraEarly = undefined;
  document.head.replaceChildren();
  localStorage.clear();
});

const addresses = () => fetched.mock.calls.map(([address]) => address);

describe('while the code of a member’s Home is loading', () => {
  beforeEach(() => tokens.store({ access: 'a1' }));

  it('its calls are made, and each is given once to the call that would have been made', async () => {
    await load('/');
    const early = addresses();
    expect(early).toContain(withParams('/api/recently-played', recentQuery.queryKey.at(-1) as object));
    fetched.mockReset();
    await request('/api/recently-played', { query: { limit: 6 } });
    await request('/api/tracks', { query: { limit: 6 } });
    await request('/api/library');
    expect(addresses()).toEqual([]);
    await request('/api/library');
    expect(addresses()).toEqual(['/api/library']);
  });

  it('they look like the app’s own', async () => {
    await load('/');
    const [, { headers, ...init }] = fetched.mock.calls[3] as [string, RequestInit];
    globalThis.sonoraEarly = undefined;
    await request('/api/library');
    const own = fetched.mock.calls.at(-1)?.[1] as RequestInit;
    expect(headers).toEqual(own.headers);
    expect(init.credentials).toBe(own.credentials);
  });

  it('the first covers are preloaded as their cards show them', async () => {
    answers = {
      '/api/recently-played?limit=6': [{ coverImageUrl: '/c/1' }, { coverImageUrl: null }],
      '/api/tracks?limit=6': [{ coverImageUrl: '/c/2' }],
    };
    await load('/');
    await vi.waitFor(() => expect(document.querySelectorAll('link[rel=preload]')).toHaveLength(2));
    const link = document.querySelector('link[rel=preload]');
    const srcset = IMAGE_SIZES.map((size) => `${sized('/c/1', size)} ${size}w`).join(', ');
    expect(link?.getAttribute('imagesrcset') ?? (link as HTMLLinkElement).imageSrcset).toBe(srcset);
    const { COVER_SIZES } = await import('@/features/home/recently-played');
    expect(link?.getAttribute('imagesizes') ?? (link as HTMLLinkElement).imageSizes).toBe(COVER_SIZES);
  });

  it('their answers are for the account that asked, and for the first moments', async () => {
    await load('/');
    fetched.mockReset();
    tokens.store({ access: 'a2' });
    await request('/api/library');
    tokens.store({ access: 'a1' });
    vi.spyOn(performance, 'now').mockReturnValue(10_001);
    await request('/api/welcome');
    expect(addresses()).toEqual(['/api/library', '/api/welcome']);
  });
});

describe('whether the first calls succeed', () => {
  const asked = (...answers: Promise<Response>[]) => {
    globalThis.sonoraEarly = { access: 'a1', answers: Object.fromEntries(answers.map((answer, i) => [`/api/${i}`, answer])) };
  };
  const answer = (status: number) => Promise.resolve(new Response('{}', { status }));

  it('is known when all have answers', async () => {
    asked(answer(200), answer(200));
    expect(await earlySucceed(50)).toBe(true);
    asked(answer(200), answer(401));
    expect(await earlySucceed(50)).toBe(false);
    asked(answer(200), Promise.reject(new Error('no network')));
    expect(await earlySucceed(50)).toBe(false);
    asked();
    expect(await earlySucceed(50)).toBe(false);
  });

  it('is not waited for longer than that', async () => {
    vi.useFakeTimers();
    asked(answer(200), new Promise(() => {}));
    const known = earlySucceed(50);
    await vi.advanceTimersByTimeAsync(50);
    expect(await known).toBe(false);
    vi.useRealTimers();
  });
});

it('for a visitor the landing page’s files are loaded, what it depends on is asked for, and its own first view is shown', async () => {
  const tag = document.createElement('script');
  tag.dataset.landing = '/assets/landing-1.js /assets/landing-2.js';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag);
  await load('/');
  expect(addresses()).toEqual(['/api/auth/user', '/api/config']);
  const links = [...document.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).pathname]);
  expect(links).toEqual([
    ['modulepreload', '/assets/landing-1.js'],
    ['modulepreload', '/assets/landing-2.js'],
  ]);
  const { dataset } = document.documentElement;
  expect(dataset.first).toBe('en');
  localStorage.setItem(STORAGE.prefs, JSON.stringify({ state: { locale: 'es' } }));
  await load('/landing');
  expect(dataset.first).toBe('es');
  delete dataset.first;
  localStorage.setItem(STORAGE.me, '{}'); // their cookie may be a session
  await load('/');
  expect(dataset.first).toBeUndefined();
  document.head.replaceChildren();
  delete dataset.first;
  await load('/login');
  expect(document.querySelector('link')).toBeNull();
  expect(dataset.first).toBeUndefined();
});

it('only the session is asked for elsewhere', async () => {
  tokens.store({ access: 'a1' });
  await load('/library');
  expect(addresses()).toEqual(['/api/auth/user']);
});

it('the theme follows the system unless the person chose one', async () => {
  const scheme = vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  await load('/');
  expect(document.documentElement.dataset.theme).toBe('light');
  scheme.mockReturnValue({ matches: false } as MediaQueryList);
  await load('/');
  expect(document.documentElement.dataset.theme).toBe('dark');
  localStorage.setItem(STORAGE.prefs, JSON.stringify({ state: { theme: 'light' } }));
  await load('/');
  expect(document.documentElement.dataset.theme).toBe('light');
});
