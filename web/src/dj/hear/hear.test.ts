import { afterEach, expect, it, vi } from 'vitest';
import { folded, hearBeats } from './hear';

afterEach(() => void vi.unstubAllGlobals());

const stereo = (left: readonly number[], right: readonly number[]) => ({
  length: left.length,
  sampleRate: 48_000,
  numberOfChannels: 2,
  getChannelData: (c: number) => Float32Array.from(c === 0 ? left : right),
});
const never = new AbortController().signal;

it('makes one sample of four of each channel', async () => {
  expect([...(await folded(stereo([1, 1, 1, 1, 0, 0, 0, 4, 9], [0, 0, 0, 0, 2, 2, 2, 2, 9]), never))]).toEqual([0.5, 1.5]);
});

it('ends its worker when the deck wants another track, and does not begin one after that', async () => {
  const ended = vi.fn();
  const begun = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        begun();
      }
      postMessage() {}
      terminate = ended;
    },
  );
  const giveUp = new AbortController();
  const heard = hearBeats(stereo([0, 0, 0, 0], [0, 0, 0, 0]), giveUp.signal);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce());
  giveUp.abort();
  await expect(heard).rejects.toThrow('abort');
  expect(ended).toHaveBeenCalledOnce();
  await expect(hearBeats(stereo([0, 0, 0, 0], [0, 0, 0, 0]), giveUp.signal)).rejects.toThrow('abort');
  expect(begun).toHaveBeenCalledOnce();
});
