import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages } from '@/testing/pages';
import { Head } from './head';

vi.mock('./platter', () => ({ Platter: () => null })); // it draws

it.each([
  [3 * 3600, '-3:00:00'],
  [3599, '-59:59'],
])('shows what is left of %d seconds as %s', async (seconds, left) => {
  const desk = silentDesk(new FakeClock());
  const [deck] = desk.decks as [Deck];
  deck.load({ ...unknown('Set'), duration: seconds }, sound(seconds));
  await renderPages({ '/': () => <Head desk={desk} deck={deck} index={0} /> }, '/');
  await screen.findByText(left);
});

it('says what a track that streams cannot do', async () => {
  const desk = silentDesk(new FakeClock());
  const [deck] = desk.decks as [Deck];
  deck.load({ ...unknown('Set'), artist: 'Ana', duration: 3600 }, { ...sound(3600), place: () => null });
  await renderPages({ '/': () => <Head desk={desk} deck={deck} index={0} /> }, '/');
  expect((await screen.findByRole('status')).textContent).toBe('Long file: loops are approximate, and scratching is silent.');
});
