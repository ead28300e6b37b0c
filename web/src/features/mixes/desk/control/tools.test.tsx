import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { unknown } from '@/dj/deck/track';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages } from '@/testing/pages';
import { Tools } from './tools';

async function world() {
  const desk = silentDesk(new FakeClock());
  await renderPages({ '/': () => <Tools desk={desk} /> }, '/');
  return { desk, four: await screen.findByRole('button', { name: '4 decks' }) };
}

it('brings two more decks, with their keys, and takes them away again', async () => {
  const { desk, four } = await world();
  expect(screen.queryByRole('button', { name: 'Keys on C and D' })).toBeNull();
  await userEvent.click(four);
  expect(desk.decks).toHaveLength(4);
  expect(four.getAttribute('aria-pressed')).toBe('true');
  const keys = screen.getByRole('button', { name: 'Keys on C and D' });
  await userEvent.click(keys);
  expect(keys.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(four);
  expect(desk.decks).toHaveLength(2);
  await userEvent.click(four);
  expect(screen.getByRole('button', { name: 'Keys on C and D' }).getAttribute('aria-pressed')).toBe('false');
});

it.each([
  ['C', 2],
  ['D', 3],
])('keeps four decks while deck %s is on air, and says why', async (_, index) => {
  const { desk, four } = await world();
  await userEvent.click(four);
  const deck = desk.all[index];
  deck?.load(unknown('Late'), sound(200));
  deck?.play();
  await userEvent.click(four);
  expect(desk.decks).toHaveLength(4);
  expect(deck?.get().isPlaying).toBe(true);
  await screen.findByText('Decks C and D are on air. Fade them out first.');
  deck?.setVolume(0);
  await userEvent.click(four);
  expect(desk.decks).toHaveLength(2);
  expect(deck?.get().isPlaying).toBe(false);
});
