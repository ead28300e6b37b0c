import { expect, it } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { unknown } from '../deck/track';
import type { Desk } from '../desk';
import { silentDesk, sound } from '../fakes';
import { hiddenBy } from './free';

it.each<[string | null, (desk: Desk) => void]>([
  [null, () => {}],
  ['crossfader', (desk) => desk.setCrossfader(100)],
  [null, (desk) => desk.decks[0] && [desk.setCrossfader(100), desk.setSide(desk.decks[0], 'through')]],
  ['volume', (desk) => desk.decks[0]?.setVolume(5)],
  ['master', (desk) => desk.setMaster(0)],
  [null, (desk) => [desk.setMaster(0), desk.pause()]],
])('names %s as the control that keeps a deck from being heard', (want, move) => {
  const desk = silentDesk(new FakeClock());
  desk.decks[0]?.load(unknown('a'), sound(60));
  desk.decks[0]?.play();
  move(desk);
  expect(hiddenBy(desk)).toBe(want);
});
