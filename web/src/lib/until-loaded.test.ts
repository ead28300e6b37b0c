import { afterEach, expect, test, vi } from 'vitest';
import { loadNow, untilLoaded, useUnsent } from './until-loaded';

afterEach(() => vi.useRealTimers());

test('retries a module until it loads', async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue('here');
  const part = untilLoaded(load)();
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await part).toBe('here');
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});

test('says that it waits, and tries at once when it is asked to', async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network'));
  let arrive = (_: string) => {};
  load.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  expect(useUnsent.getState()).toEqual({ failed: 0, loading: 0 });
  const part = untilLoaded(load)();
  await vi.advanceTimersByTimeAsync(10);
  expect(useUnsent.getState()).toEqual({ failed: 1, loading: 0 });
  loadNow();
  await vi.advanceTimersByTimeAsync(10);
  expect(load).toHaveBeenCalledTimes(2);
  expect(useUnsent.getState()).toEqual({ failed: 1, loading: 1 });
  loadNow(); // it is being loaded already
  arrive('here');
  expect(await part).toBe('here');
  expect(useUnsent.getState()).toEqual({ failed: 0, loading: 0 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
