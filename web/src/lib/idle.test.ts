import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitFirstScreen, firstScreen, firstScreenShown } from './first-screen';
import { whenIdle } from './idle';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('whenIdle', () => {
  it('runs once after a while if the browser has no idle callbacks', async () => {
    vi.useFakeTimers();
    const run = vi.fn();
    whenIdle(run);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not run once cancelled', async () => {
    vi.useFakeTimers();
    const run = vi.fn();
    whenIdle(run)();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).not.toHaveBeenCalled();
  });

  it('cancels the idle callback of the browser', async () => {
    const cancel = vi.fn();
    vi.stubGlobal('requestIdleCallback', () => 7);
    vi.stubGlobal('cancelIdleCallback', cancel);
    const stop = whenIdle(() => {});
    await firstScreen();
    stop();
    expect(cancel).toHaveBeenCalledWith(7);
  });

  it.each([
    ['the frame with the first cover is shown', () => firstScreenShown()],
    ['the longest wait is over', () => vi.advanceTimersByTime(2500)],
  ])('waits until %s', async (_, happens) => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
    awaitFirstScreen(2500);
    const run = vi.fn();
    whenIdle(run);
    await vi.advanceTimersByTimeAsync(2000);
    expect(run).not.toHaveBeenCalled();
    happens();
    await Promise.resolve();
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
