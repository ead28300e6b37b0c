import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Follow } from './follow';
import { Slot } from './slot';

/** A node that knows what it plays into. */
class FakeNode {
  readonly to = new Set<FakeNode>();
  readonly gain = param();
  readonly delayTime = param();
  connect(node: FakeNode) {
    this.to.add(node);
    return node;
  }
  disconnect(node?: FakeNode) {
    if (node) this.to.delete(node);
    else this.to.clear();
  }
}
const param = () => ({ value: 0, setTargetAtTime: vi.fn(), setValueAtTime: vi.fn(), cancelScheduledValues: vi.fn(), setValueCurveAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }); // biome-ignore format: short

beforeEach(() => {
  for (const name of ['GainNode', 'DelayNode', 'BiquadFilterNode']) vi.stubGlobal(name, class extends FakeNode {});
});
afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const clock = new FakeClock();
  const began = clock.now();
  const context = {
    createGain: () => new FakeNode(),
    get currentTime() {
      return (clock.now() - began) / 1000;
    },
  };
  const from = new FakeNode();
  const pause = vi.fn(() => {
    deck.isPlaying = false;
  });
  const deck = { isPlaying: true, pause };
  const follow: Follow = {
    get isPlaying() {
      return deck.isPlaying;
    },
    beat: 0.5,
    get now() {
      return context.currentTime * 2 + 0.5;
    },
    timeOf: (beat) => (beat - 0.5) / 2,
    form: null,
    pause: deck.pause,
  };
  const slot = new Slot(context as unknown as BaseAudioContext, from as unknown as AudioNode, follow, clock, 'echo');
  return { clock, from, slot, deck };
}

describe('a slot', () => {
  it('connects an effect while it is on, and until it has rung out', () => {
    const { clock, from, slot } = setUp();
    expect(from.to.size).toBe(1); // the sound beside the effect
    slot.turnOn();
    expect([from.to.size, slot.get().phase]).toEqual([2, 'on']);
    clock.advance(1000);
    slot.turnOff();
    clock.advance(3000);
    expect(from.to.size).toBe(2);
    clock.advance(2000); // ten repetitions of three quarters of half a second
    expect(from.to.size).toBe(1);
  });
  it('begins a brake on the next beat, and pauses the deck at its end', () => {
    const { clock, slot, deck } = setUp();
    slot.setKind('brake');
    slot.turnOn();
    expect(slot.get().phase).toBe('waiting');
    clock.advance(250);
    expect(slot.get().phase).toBe('on');
    clock.advance(900);
    expect(deck.pause).not.toHaveBeenCalled();
    clock.advance(200);
    expect([deck.pause.mock.calls.length, slot.get().phase]).toEqual([1, 'off']);
  });
  it('gives up what runs from beat to beat when the deck pauses, and does not begin it on one that stands still', () => {
    const { clock, slot, deck } = setUp();
    slot.setKind('riser');
    slot.turnOn();
    deck.isPlaying = false;
    clock.advance(100);
    expect([slot.get().phase, slot.isReady]).toEqual(['off', false]);
    slot.turnOn();
    expect(slot.get().phase).toBe('off');
  });
});
