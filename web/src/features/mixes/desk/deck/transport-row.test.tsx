import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages } from '@/testing/pages';
import { useToast } from '@/ui/toast/toast-store';
import { TransportRow } from './transport-row';

const gridAt = (bpm: number) => ({ runs: [{ first: 0, start: 0, bpm }], downbeat: 0, meter: 4 });

async function world() {
  const desk = silentDesk(new FakeClock());
  const [deck, other] = desk.decks as [Deck, Deck];
  const load = (one: Deck, bpm: number | null, duration = 200) =>
    act(() => one.load({ ...unknown('x'), duration, grid: bpm === null ? null : gridAt(bpm) }, sound(duration)));
  await renderPages({ '/': () => <TransportRow desk={desk} deck={deck} index={0} /> }, '/');
  return { desk, deck, other, load };
}

const sync = () => screen.getByRole('button', { name: 'Sync' });
const why = () => sync().getAttribute('aria-description');

it('says why the deck cannot sync', async () => {
  const { desk, deck, other, load } = await world();
  expect(why()).toBe('Load a track into this deck first.');
  load(deck, null);
  act(() => deck.set({ isHearing: true }));
  expect(why()).toBe('The beat of this file is still being looked for.');
  act(() => deck.set({ isHearing: false }));
  expect(why()).toMatch('No steady beat was found in this track.');
  load(deck, null, 700);
  expect(why()).toMatch('longer than ten minutes');
  load(deck, 120);
  expect(why()).toBe('No other deck has a track with a beat to follow.');
  load(other, 85);
  expect(why()).toBe('The tempos are too far apart: the pitch of this deck reaches ±20 %.');
  load(other, 124);
  expect(why()).toBeNull();
  act(() => desk.setLeader(deck));
  expect(why()).toBe('This deck is the leader: the others follow it.');
});

it('tells the reason to those who press it, and does nothing else', async () => {
  const { deck, load } = await world();
  load(deck, 120);
  expect(sync().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(sync());
  expect(useToast.getState().toast?.title).toBe('No other deck has a track with a beat to follow.');
  expect(deck.get().sync).toBe(false);
});
