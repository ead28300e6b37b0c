import { expect, it } from 'vitest';
import { Watched } from '../state';
import { type DeckState, START } from './deck-state';
import { MainCue } from './main-cue';
import type { Motion } from './motion';
import { unknown } from './track';

/** A paused deck. */
class Still extends Watched<DeckState> {
  position = 0;
  constructor() {
    super({ ...START, track: { ...unknown('One'), duration: 60 } });
  }
  snapped = (seconds: number) => seconds;
  halt = () => this.set({ isPlaying: false });
  seek(place: number) {
    this.position = place;
  }
}

it('returns to where a deck of Denon started, but keeps only the point that a person sets', () => {
  const deck = new Still();
  const cue = new MainCue(deck as unknown as Motion);
  cue.mode = 'denon';
  deck.position = 7;
  cue.started();
  expect(deck.get()).toMatchObject({ cue: 7, keptCue: null });

  deck.position = 20;
  deck.set({ isPlaying: true });
  cue.press();
  expect([deck.position, deck.get().isPlaying]).toEqual([7, false]);

  deck.position = 9;
  cue.set();
  cue.started();
  expect(deck.get()).toMatchObject({ cue: 9, keptCue: 9 });
});
