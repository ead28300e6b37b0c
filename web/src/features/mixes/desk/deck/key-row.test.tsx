import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages } from '@/testing/pages';
import { KeyRow } from './key-row';

const GRID = { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 4 };
/** Percent of pitch that make a semitone. */
const SEMITONE = 100 * (2 ** (1 / 12) - 1);

type Given = { key: string; pitch?: number; keyLock?: boolean; keyShift?: number };

/** Presses “Match key” on a deck; returns the semitones by which its key is then shifted, or null if it cannot be pressed. */
async function matched(own: Given, leader: Given): Promise<number | null> {
  vi.spyOn(Deck.prototype, 'canKeyLock', 'get').mockReturnValue(true);
  const desk = silentDesk(new FakeClock());
  const [deck, other] = desk.decks as [Deck, Deck];
  for (const [one, { key, ...state }] of [
    [deck, own],
    [other, leader],
  ] as const) {
    one.load({ ...unknown('x'), camelot: key, grid: GRID }, sound(60));
    one.set(state);
  }
  const shift = vi.spyOn(deck, 'setKeyShift').mockResolvedValue();
  await renderPages({ '/': () => <KeyRow desk={desk} deck={deck} index={0} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Match key' }));
  return shift.mock.calls[0]?.[0] ?? null;
}

it.each<[string, number | null, Given, Given]>([
  ['the keys of the tracks', 1, { key: '8A' }, { key: '3A' }],
  ['a pitch that shifts the key', 0, { key: '8A', pitch: SEMITONE }, { key: '3A' }],
  ['a pitch with the key locked', 1, { key: '8A', pitch: SEMITONE, keyLock: true }, { key: '3A' }],
  ['a leader whose pitch shifts its key', 1, { key: '8A' }, { key: '8A', pitch: SEMITONE }],
  ['a leader whose key is shifted', -1, { key: '8A' }, { key: '8A', keyShift: -1 }],
  ['a shift of its own, which is replaced', 1, { key: '8A', keyShift: 4 }, { key: '3A' }],
  ['an unknown key', null, { key: '' }, { key: '3A' }],
])('matches the key with %s', async (_, want, own, leader) => expect(await matched(own, leader)).toBe(want));
