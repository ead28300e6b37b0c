import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROBE_TIMEOUT, RETRIES, RETRY_DELAY } from '@/lib/constants';
import { awaitHealth, checkHealth, PROBED, probe } from './health';

type Answer = number | 'silence' | 'down';

/** A server whose addresses respond with a status, hang or refuse the connection. */
function server(answers: (path: string, method: string) => Answer) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    const answer = answers(String(path), init?.method ?? 'GET');
    if (answer === 'down') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer !== 'silence') return Promise.resolve(new Response(null, { status: answer }));
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  });
}

afterEach(() => vi.useRealTimers());

describe('the backend', () => {
  it.each<[Answer[], boolean]>([
    [[500, 404], true],
    [[500, 'down'], false],
    [[200, 200], true],
    [[503, 502], false],
    [[401], true],
    [[], false],
  ])('that responds with %j is online: %s', async (statuses, isOnline) => {
    server((path) => statuses[Number(path.slice(1))] ?? 500);
    const health = await checkHealth(statuses.map((_, i) => `/${i}`));
    expect(health.isOnline).toBe(isOnline);
    expect(health.endpoints).toEqual(
      statuses.map((s, i) => ({ path: `/${i}`, status: typeof s === 'number' ? s : null, available: typeof s === 'number' && s < 500 })),
    );
    expect(Date.parse(health.lastCheck)).toBeLessThanOrEqual(Date.now());
  });

  it('is offline after five seconds without a response', async () => {
    expect(PROBE_TIMEOUT).toBe(5000);
    const controller = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
    server(() => 'silence');
    const checked = checkHealth(['/', '/health']);
    controller.abort(new DOMException('timed out', 'TimeoutError'));
    expect((await checked).isOnline).toBe(false);
    expect(timeout).toHaveBeenCalledWith(5000);
  });

  it('is requested at every address, with one preflight', async () => {
    const fetch = server(() => 200);
    await checkHealth();
    const calls = fetch.mock.calls.map(([path, init]) => `${init?.method} ${path}`);
    expect(calls).toContain('OPTIONS /api/auth/login/');
    for (const path of PROBED.filter((p) => p.startsWith('/'))) expect(calls).toContain(`GET ${path}`);
  });
});

it('reports the status of the response', async () => {
  const fetch = server(() => 405);
  expect(await probe('OPTIONS /api/auth/login/')).toEqual({ path: 'OPTIONS /api/auth/login/', status: 405, available: true });
  expect(fetch.mock.calls[0]?.[1]?.headers).toEqual({ 'Accept-Language': 'en' });
});

describe('waiting for the backend', () => {
  it('tries three more times, a second apart, and gives up', async () => {
    expect([RETRIES, RETRY_DELAY]).toEqual([3, 1000]);
    const fetch = server(() => 'down');
    const wait = vi.fn(async () => {});
    expect((await awaitHealth(wait)).isOnline).toBe(false);
    expect(wait.mock.calls).toEqual([[1000], [1000], [1000]]);
    expect(fetch).toHaveBeenCalledTimes(4 * PROBED.length);
  });

  it('ends as soon as it responds', async () => {
    let asked = 0;
    server(() => (asked++ < PROBED.length ? 'down' : 200));
    const wait = vi.fn(async () => {});
    expect((await awaitHealth(wait)).isOnline).toBe(true);
    expect(wait).toHaveBeenCalledOnce();
  });
});
