import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT } from '@/lib/constants';
import { untilLoaded } from '@/lib/until-loaded';
import { request as typedRequest } from './client';
import { createQueryClient } from './query-client';
import { useReach, watchReach } from './reach';

/** These tests use paths that are not in the API document. */
const request = typedRequest as unknown as (path: string) => Promise<unknown>;

const client = createQueryClient();
let up: boolean;
let asked: number;
let stop = () => {};

const isLost = () => useReach.getState().lost;
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const failing = async () => new Response('{"detail":"Busy."}', { status: 503 });
const well = async () => new Response('{"ok":true}');

beforeEach(() => {
  vi.useFakeTimers();
  [up, asked] = [false, 0];
  stop = watchReach(client, async () => {
    asked++;
    return up;
  });
});

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

it('counts the server as away when a call gets no response, and asks ever less often', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(away);
  await expect(request('/api/x')).rejects.toThrow();
  await expect(request('/api/y')).rejects.toThrow();
  expect([isLost(), asked]).toEqual([true, 0]);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = asked;
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(asked).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(before + 1);
  }
  expect(isLost()).toBe(true);
});

it('counts the server as away while the code of a page does not arrive, until it answers again', async () => {
  let arrive = (_code: string) => {};
  const page = untilLoaded(() => new Promise<string>((resolve) => (arrive = resolve)))();
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT - 1);
  expect(isLost()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isLost()).toBe(true);
  up = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(isLost()).toBe(false);
  arrive('here');
  expect(await page).toBe('here');
});

it('is not troubled by code that arrives in time', async () => {
  const page = untilLoaded(async () => 'here')();
  await vi.advanceTimersByTimeAsync(2 * REQUEST_TIMEOUT);
  expect([await page, isLost(), asked]).toEqual(['here', false, 0]);
});

it('asks at once when the network is back', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(away);
  await expect(request('/api/x')).rejects.toThrow();
  up = true;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(isLost()).toBe(false);
});

it('requests what failed again once the server is back, and nothing else', async () => {
  const fetched: string[] = [];
  const answers: Record<string, () => Promise<Response>> = {
    '/api/away': away,
    '/api/fine': well,
    '/api/gone': async () => new Response('{}', { status: 404 }),
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    fetched.push(String(input));
    return answers[String(input)]?.() ?? away();
  });
  const ends = Object.keys(answers).map((path) => new QueryObserver(client, { queryKey: [path] }).subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  expect(isLost()).toBe(true);
  fetched.length = 0;
  answers['/api/away'] = well;
  up = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect([isLost(), fetched]).toEqual([false, ['/api/away']]);
  expect(client.getQueryData(['/api/away'])).toEqual({ ok: true });
  for (const end of ends) end();
});

describe('a server that answers with a failure', () => {
  beforeEach(async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(failing);
    await expect(request('/api/x')).rejects.toThrow();
  });

  it('is not away while it answers other calls', async () => {
    up = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect([isLost(), asked]).toEqual([false, 1]);
  });

  it('is away if it answers no other call either', async () => {
    expect(isLost()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isLost()).toBe(true);
  });
});

it('is asked less often if it goes away again and again', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(away);
  up = true;
  for (const seconds of [1, 2, 4, 8]) {
    await expect(request('/api/x')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(isLost()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(isLost()).toBe(false);
  }
});
