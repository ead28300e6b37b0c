import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import type { Load } from '@/dj/desk';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages } from '@/testing/pages';
import { offerAll } from './offer';
import { OfferDialog } from './offer-dialog';

const song =
  (title: string): Load =>
  async () => ({ track: unknown(title), sound: sound(200) });

/** A desk with a song on each deck, of which some play. */
async function world(...playing: number[]) {
  const desk = silentDesk(new FakeClock());
  const [a, b] = desk.decks as [Deck, Deck];
  await Promise.all([desk.load(a, 'Old A', song('Old A')), desk.load(b, 'Old B', song('Old B'))]);
  for (const i of playing) desk.decks[i]?.play();
  await renderPages({ '/': () => <OfferDialog desk={desk} /> }, '/');
  const offer = (first: string, second: string) =>
    offerAll(desk, [
      { deck: a, title: first, load: song(first) },
      { deck: b, title: second, load: song(second) },
    ]);
  return { desk, offer, titles: () => desk.decks.map((deck) => deck.get().track?.title) };
}

it('replaces both decks without a question while neither is on air', async () => {
  const { desk, offer, titles } = await world(1);
  desk.setCrossfader(0); // B plays, but nobody hears it
  expect(await offer('New A', 'New B')).toBe(true);
  expect(titles()).toEqual(['New A', 'New B']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks once for both decks, and names the song that is on air', async () => {
  const { offer, titles } = await world(1);
  const answer = offer('New A', 'New B');
  const dialog = await screen.findByRole('dialog', { name: 'Replace the tracks on both decks?' });
  expect(dialog.textContent).toContain('Old B is playing.');
  expect(titles()).toEqual(['Old A', 'Old B']);
  await userEvent.click(screen.getByRole('button', { name: 'Replace both' }));
  expect(await answer).toBe(true);
  expect(titles()).toEqual(['New A', 'New B']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves both decks alone after a no, also one that a newer question implies', async () => {
  const { offer, titles } = await world(0, 1);
  const [first, second] = [offer('New A', 'New B'), offer('Newer A', 'Newer B')];
  expect(await first).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(await second).toBe(false);
  expect(titles()).toEqual(['Old A', 'Old B']);
});
