import { expect, it } from 'vitest';
import { Watched } from '../state';
import { type DeckState, START } from './deck-state';
import { Loops } from './loops';
import type { Motion } from './motion';
import { unknown } from './track';

/** A paused deck of some seconds at 120 BPM. */
class Still extends Watched<DeckState> {
  position = 0;
  constructor(duration: number) {
    super({ ...START, track: { ...unknown('One'), duration, grid: { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 4 } } });
  }
  get next() {
    return this.position;
  }
  snapped = (seconds: number) => seconds;
  endSlip = () => null;
  loopFrom(place: number, loop: DeckState['loop'], loopIn: number | null) {
    this.position = place;
    this.set({ loop, loopIn });
  }
}

function setUp(duration: number) {
  const deck = new Still(duration);
  return { deck, loops: new Loops(deck as unknown as Motion) };
}

it('makes a loop as long as the rest of a short track allows', () => {
  const { deck, loops } = setUp(5);
  deck.set({ loopSize: 32 });
  loops.toggle();
  expect(deck.get().loop).toEqual({ from: 0, to: 4 });
});

it('moves a loop by its length within the track, and comes back to the last one', () => {
  const { deck, loops } = setUp(9);
  deck.position = 2;
  loops.toggle(); // 4 beats
  loops.shift(1);
  expect([deck.get().loop, deck.position]).toEqual([{ from: 4, to: 6 }, 4]);
  for (let n = 0; n < 5; n++) loops.shift(1);
  expect(deck.get().loop).toEqual({ from: 6, to: 8 });
  loops.leave();
  deck.position = 0;
  loops.reloop();
  expect(deck.get().loop).toEqual({ from: 6, to: 8 });
  loops.reloop();
  expect(deck.get().loop).toBeNull();
});
