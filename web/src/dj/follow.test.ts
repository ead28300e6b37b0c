import { expect, test } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from './deck/deck';
import { unknown } from './deck/track';
import { silentDesk, sound } from './fakes';

const song = (bpm: number) => ({ ...unknown('x'), bpm, grid: { runs: [{ first: 0, start: 0, bpm }], downbeat: 0, meter: 4 } });

test('a deck that follows keeps its tempo when the next song is loaded into the leader', () => {
  const clock = new FakeClock();
  const desk = silentDesk(clock);
  const [a, b] = desk.decks as [Deck, Deck];
  a.load(song(124), sound(300));
  b.load(song(126), sound(300));
  desk.toggle(a);
  desk.toggle(b);
  desk.toggleSync(b);
  expect(b.bpm).toBeCloseTo(124);
  desk.toggle(a);
  a.load(song(110), sound(300));
  clock.advance(2000);
  expect(b.bpm).toBeCloseTo(124);
  desk.toggleSync(a); // the next song comes in at the tempo of what is heard
  desk.toggle(a);
  clock.advance(2000);
  expect([a.bpm, b.bpm].map((bpm) => bpm?.toFixed(1))).toEqual(['124.0', '124.0']);
});
