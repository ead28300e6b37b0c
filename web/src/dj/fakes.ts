import { vi } from 'vitest';
import type { FakeClock } from '@/audio/fakes';
import type { DeckSound } from './deck/deck-sound';
import { Desk } from './desk';

const node = (): unknown =>
  new Proxy(() => {}, {
    get: (_, key) => (key === 'value' || key === 'fftSize' ? 0 : node()),
    set: () => true,
    apply: () => node(),
  });

function FakeNode() {
  return node();
}

/** A context whose nodes do nothing, on the time of a fake clock. */
function fakeContext(clock: FakeClock): BaseAudioContext {
  const began = clock.now();
  return new Proxy({} as BaseAudioContext, {
    has: () => false, // no worklets
    get: (_, key) => (key === 'currentTime' ? (clock.now() - began) / 1000 : key === 'sampleRate' ? 48_000 : node()),
  });
}

/** A desk that makes no sound and remembers nothing; its decks move with the clock. */
export function silentDesk(clock: FakeClock): Desk {
  for (const name of ['DelayNode', 'BiquadFilterNode', 'GainNode', 'WaveShaperNode']) vi.stubGlobal(name, FakeNode);
  return new Desk(fakeContext(clock), clock, { get: () => null, set: () => {}, remove: () => {} });
}

/** The sound of a track for such a desk, of some seconds. */
export const sound = (duration: number): DeckSound => ({ duration, play: () => {}, stop: () => {}, setRate: () => {}, close: () => {} });
