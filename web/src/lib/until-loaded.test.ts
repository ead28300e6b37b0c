import { afterEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './until-loaded';

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
