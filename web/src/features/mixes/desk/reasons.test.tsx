import { screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import type { Rack } from '@/dj/effects/rack';
import { silentDesk, sound } from '@/dj/fakes';
import { renderPages, serve } from '@/testing/pages';
import { EffectRow } from './effects/effect-row';
import { GridPanel } from './marks/grid-panel';

const GRID = { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 4 };

const whyOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description');

function world() {
  serve({ 'GET /api/tracks/x/analysis': () => ({ status: 404, body: { detail: 'x' } }) });
  const desk = silentDesk(new FakeClock());
  return { deck: desk.decks[0] as Deck, rack: desk.racks[0] as Rack };
}

it('says why an effect that runs on the beat cannot begin', async () => {
  const { deck, rack } = world();
  deck.load({ ...unknown('x'), duration: 60, grid: GRID }, sound(60));
  await renderPages({ '/': () => <EffectRow deck={deck} rack={rack} index={0} /> }, '/');
  expect(whyOf('Effect 1: Echo')).toBeNull();
  act(() => rack.slots[0].setKind('brake'));
  expect(whyOf('Effect 1: Brake')).toBe('This works while the deck plays.');
  act(() => deck.toggle());
  expect(whyOf('Effect 1: Brake')).toBeNull();
});

it('says why the beat grid cannot be changed, reset or saved', async () => {
  const { deck } = world();
  deck.load({ ...unknown('x'), duration: 60 }, sound(60));
  await renderPages({ '/': () => <GridPanel deck={deck} onClose={() => {}} /> }, '/');
  expect(whyOf('Half the tempo')).toMatch('no beat grid yet');
  expect(whyOf('Tap')).toBe('This works while the deck plays.');
  expect(whyOf('Undo')).toBe('The beat grid has not been changed.');
  expect(whyOf('Save for me')).toBe('The beat grid has not been changed.');
  expect(whyOf('Reset')).toBe('This is the grid of the analysis.');
});
