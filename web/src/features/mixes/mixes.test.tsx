import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Mix } from '@/api/types';
import { renderApp } from '@/testing/app';
import { coverOf, djOf } from '@/things/mix/mix-card';
import { genresOf, matching, sorted } from './mixes';

const mix = (n: number, change: Partial<Mix> = {}): Mix => ({
  id: `m${n}`,
  title: `Mix ${n}`,
  djName: 'Luz',
  artist: 'Luz',
  audioUrl: `/api/mixes/m${n}/stream`,
  coverImageUrl: null,
  coverUrl: null,
  duration: 60 * n,
  genre: 'House',
  category: '',
  likes: 0,
  plays: 0,
  bpm: null,
  tags: [],
  description: '',
  isPublic: true,
  createdAt: `2026-01-0${n}T00:00:00Z`,
  ...change,
});
const eight = [8, 7, 6, 5, 4, 3, 2, 1].map((n) => mix(n));
const show = (address: string, mixes: Mix[]) =>
  renderApp(address, {
    'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' },
    'GET /api/mixes': mixes,
  });
const titles = () => [...document.querySelectorAll('[data-slot=mix-card] h3')].map((heading) => heading.textContent);

describe('DJ Studio', () => {
  it('shows every mix, the most liked first, with its length in hours and minutes', async () => {
    show('/mixes', [...eight.slice(0, 7), mix(1, { likes: 3, duration: 5400 })]);
    await waitFor(() => expect(titles()).toHaveLength(8));
    expect(titles().slice(0, 2)).toEqual(['Mix 1', 'Mix 8']);
    expect(screen.getByText('1h 30m')).toBeTruthy();
  });

  it('shows the plays that were counted, 0 without any', async () => {
    show('/mixes', [mix(1, { plays: 7 }), mix(2)]);
    expect(await screen.findByText('7 plays')).toBeTruthy();
    expect(screen.getByText('0 plays')).toBeTruthy();
  });

  it('takes the picture and the name that a mix has', () => {
    expect([coverOf({ coverUrl: 'a' }), coverOf({ coverImageUrl: 'b', coverUrl: 'a' }), coverOf({})]).toEqual(['a', 'b', null]);
    expect([djOf({ artist: 'Ada' }), djOf({ djName: 'Luz', artist: 'Ada' })]).toEqual(['Ada', 'Luz']);
  });

  it('searches titles and DJs, and filters by genre', async () => {
    show('/mixes', [mix(1, { djName: 'Ánxela' }), mix(2, { genre: 'Techno' }), mix(3, { title: 'Night', genre: 'Techno' })]);
    const box = await screen.findByRole('searchbox', { name: 'Search by title or DJ' });
    await userEvent.type(box, 'anx');
    expect(titles()).toEqual(['Mix 1']);
    await userEvent.type(box, 'zzz');
    expect(screen.getByText('No mixes found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Genre' }), 'Techno');
    expect(titles()).toEqual(['Night', 'Mix 2']);
  });

  it('shows search, genre and sort also without mixes, and how to make one', async () => {
    show('/mixes', []);
    const link = await screen.findByRole('link', { name: 'Record the first mix' });
    expect(link.getAttribute('href')).toBe('/mixes?tab=crear');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Genre' }).value).toBe('');
    const sort = within(screen.getByRole('combobox', { name: 'Order' })).getAllByRole('option');
    expect(sort.map((option) => option.textContent)).toEqual(['Más populares', 'Más recientes', 'Más largos']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title or DJ' }), 'zzz');
    expect(screen.getByText('No mixes found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(screen.getByRole('link', { name: 'Record the first mix' })).toBeTruthy();
  });

  it.each([
    ['recientes', 6],
    ['destacados', 3],
  ])('shows the first mixes on tab %s', async (tab, n) => {
    show(`/mixes?tab=${tab}`, eight);
    await waitFor(() => expect(titles()).toHaveLength(n));
  });
});

describe('DJ Mix', () => {
  it('shows the first mix large, and all by genre', async () => {
    show('/dj-mix', [mix(1), mix(2, { genre: 'Techno' }), mix(3)]);
    expect(await screen.findByRole('heading', { level: 2, name: 'Mix 1' })).toBeTruthy();
    const chips = within(screen.getByRole('group', { name: 'Genre' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual(['All', 'House', 'Techno', 'Trance', 'Deep House', 'Progressive', 'Minimal']);
    expect(titles()).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Techno' }));
    expect(titles()).toEqual(['Mix 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Trance' }));
    expect(screen.getByText('No mixes found')).toBeTruthy();
  });

  it('shows a sample that does not pretend to play, and the tools of the desk, when there are none', async () => {
    show('/dj-mix', []);
    const sample = await screen.findByRole('link', { name: 'Record the first mix' });
    expect(sample.getAttribute('href')).toBe('/mixes?tab=crear');
    expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull();
    expect(screen.queryByText('No mixes found')).toBeNull(); // nobody has searched
    const chips = within(screen.getByRole('group', { name: 'Genre' })).getAllByRole('button');
    expect(chips.map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['true', ...Array.from({ length: 6 }, () => 'false')]);
    await userEvent.click(screen.getByRole('button', { name: 'Techno' }));
    expect(screen.getByText('No mixes found')).toBeTruthy();
    const tools = ['Auto Mix', 'Smart Cue', 'AI Effects'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(tools).toEqual(['mix', 'cues', 'effects'].map((tool) => `/mixes?tab=crear&tool=${tool}`));
  });
});

it('puts the longest first, and the newest of equal ones', () => {
  const list = [mix(1, { duration: 9 }), mix(2, { duration: 10 }), mix(3, { duration: 9 })];
  expect(sorted(list, 'duration').map(({ id }) => id)).toEqual(['m2', 'm3', 'm1']);
});

it('puts the newest first, also within a second', () => {
  const at = (n: number, createdAt: string) => mix(n, { createdAt });
  const list = [at(1, '2026-01-01T10:00:00Z'), at(2, '2026-01-01T10:00:00.006Z'), at(3, '2026-01-01T10:00:00.05Z')];
  expect(sorted(list, 'newest').map(({ id }) => id)).toEqual(['m3', 'm2', 'm1']);
});

it('offers a genre once, as its newest mix spells it', () => {
  const of = (n: number, genre: string, day: number) => mix(n, { genre, createdAt: `2026-01-0${day}T10:00:00Z` });
  expect(genresOf([of(1, 'techno', 1), of(2, 'Techno', 3), of(3, 'TECHNO', 2), of(4, '', 4), of(5, 'House', 1)])).toEqual([
    'House',
    'Techno',
  ]);
});

it('matches a genre whatever its letters', () => expect(matching([mix(1, { genre: 'deep house' })], '', 'Deep House')).toHaveLength(1));
