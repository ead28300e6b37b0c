import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { silentDesk } from '@/dj/fakes';
import { Decks } from './decks';

vi.mock('./deck-panel', async (original) => ({ ...(await original<object>()), DeckPanel: () => null })); // it draws

it('has a button for each deck in use, and goes back to a deck that is still there', async () => {
  const desk = silentDesk(new FakeClock());
  const { container } = render(<Decks desk={desk}>mixer</Decks>);
  const front = () => container.querySelector('.desk-decks')?.getAttribute('data-front');
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names()).toEqual(['Deck A', 'Deck B']);
  act(() => desk.setShown(4));
  expect(names()).toEqual(['Deck A', 'Deck B', 'Deck C', 'Deck D']);
  await userEvent.click(screen.getByRole('button', { name: 'Deck D' }));
  expect(front()).toBe('3');
  expect(screen.getByRole('button', { name: 'Deck D', pressed: true })).toBeTruthy();
  act(() => desk.setShown(2));
  expect(front()).toBe('1');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Deck B');
});
