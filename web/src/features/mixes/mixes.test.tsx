import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Mix } from '@/api/types';
import { renderApp } from '@/testing/app';
import { coverOf, djOf } from '@/things/mix/mix-card';

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
  isOwn: false,
  earlyUntil: null,
  createdAt: `2026-01-0${n}T00:00:00Z`,
  ...change,
});
const eight = [8, 7, 6, 5, 4, 3, 2, 1].map((n) => mix(n));

/** What the list of mixes was asked for. */
let asked: string[] = [];

/** Shows a page with a server that has these mixes, or answers each question with some of them. */
function show(address: string, mixes: Mix[] | ((asked: URLSearchParams) => Mix[])) {
  renderApp(address, {
    'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' },
    'GET /api/premium': {
      plan: { id: 'free', name: 'Free', description: '' },
      entitlements: [{ name: 'earlyMixes', included: false, limit: null, used: null }],
    },
    'GET /api/mixes/genres': [
      { name: 'House', mixCount: 1 },
      { name: 'Techno', mixCount: 2 },
    ],
  });
  const server = vi.mocked(globalThis.fetch);
  const others = server.getMockImplementation() as typeof fetch;
  asked = [];
  server.mockImplementation((input, init) => {
    const { pathname, searchParams } = new URL(String(input), 'http://sonora.test');
    if (pathname !== '/api/mixes') return others(input, init);
    asked.push(searchParams.toString());
    const all = typeof mixes === 'function' ? mixes(searchParams) : mixes;
    const [at, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))];
    const next = at + limit < all.length ? { Link: `</api/mixes?${searchParams}&cursor=${at + limit}>; rel="next"` } : undefined;
    return Promise.resolve(new Response(JSON.stringify(all.slice(at, at + limit)), { headers: next }));
  });
}
const titles = () => [...document.querySelectorAll('[data-slot=mix-card] h3')].map((heading) => heading.textContent);

describe('DJ Studio', () => {
  it('shows a mix in early access with a lock, and lets its DJ play it', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const over = new Date(Date.now() - 1000).toISOString();
    show('/mixes', [mix(1, { earlyUntil: later }), mix(2, { earlyUntil: later, isOwn: true }), mix(3, { earlyUntil: over })]);
    expect(await screen.findByText(/^Early access until /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Play the mix Mix 1' })).toBeNull();
    for (const name of ['Play the mix Mix 2', 'Play the mix Mix 3'])
      expect(screen.getAllByRole('button', { name }).length).toBeGreaterThan(0);
  });

  it('shows every mix, the most liked first, with its length in hours and minutes', async () => {
    show('/mixes', [mix(1, { likes: 3, duration: 5400 }), ...eight.slice(0, 7)]);
    await waitFor(() => expect(titles()).toHaveLength(8));
    expect(asked).toEqual(['sort=likes&limit=60']);
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

  it('searches, filters by genre and sorts on the server', async () => {
    show('/mixes', (params) => {
      if (params.get('q') === 'zzz') return [];
      return params.get('genre') === 'Techno' ? [mix(3, { title: 'Night' })] : [mix(1), mix(2)];
    });
    const box = await screen.findByRole('searchbox', { name: 'Search by title or DJ' });
    await waitFor(() => expect(titles()).toEqual(['Mix 1', 'Mix 2']));
    expect(asked).toEqual(['sort=likes&limit=60']);
    await userEvent.type(box, ' zzz');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(asked.at(-1)).toBe('q=zzz&sort=likes&limit=60');
    await waitFor(() => expect(titles()).toEqual(['Mix 1', 'Mix 2']));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Genre' }), 'Techno');
    await waitFor(() => expect(titles()).toEqual(['Night']));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Más largos');
    await waitFor(() => expect(asked.at(-1)).toBe('genre=Techno&sort=duration&limit=60'));
  });

  it('shows more mixes on request', async () => {
    show(
      '/mixes',
      Array.from({ length: 61 }, (_, n) => ({ ...mix(1), id: `m${n}`, title: `Mix ${n}` })),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'More mixes' }));
    await waitFor(() => expect(titles()).toHaveLength(61));
    expect(screen.queryByRole('button', { name: 'More mixes' })).toBeNull();
  });

  it('shows search, genre and sort also without mixes, and how to make one', async () => {
    show('/mixes', []);
    const link = await screen.findByRole('link', { name: 'Record the first mix' });
    expect(link.getAttribute('href')).toBe('/mixes?tab=crear');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Genre' }).value).toBe('');
    const sort = within(screen.getByRole('combobox', { name: 'Order' })).getAllByRole('option');
    expect(sort.map((option) => option.textContent)).toEqual(['Más populares', 'Más recientes', 'Más largos']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title or DJ' }), 'zzz');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: 'Record the first mix' })).toBeTruthy();
  });

  it.each([
    ['recientes', 6, 'newest'],
    ['destacados', 3, 'likes'],
  ])('shows the first mixes on tab %s', async (tab, n, sort) => {
    show(`/mixes?tab=${tab}`, eight);
    await waitFor(() => expect(titles()).toHaveLength(n));
    expect(asked).toEqual([`sort=${sort}&limit=${n}`]);
  });
});

describe('DJ Mix', () => {
  it('shows the first mix large, and all by genre', async () => {
    show('/dj-mix', (params) => ({ Techno: [mix(2)], Trance: [] })[params.get('genre') ?? ''] ?? [mix(1), mix(2), mix(3)]);
    expect(await screen.findByRole('heading', { level: 2, name: 'Mix 1' })).toBeTruthy();
    const chips = within(screen.getByRole('group', { name: 'Genre' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual(['All', 'House', 'Techno', 'Trance', 'Deep House', 'Progressive', 'Minimal']);
    await waitFor(() => expect(titles()).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: 'Techno' }));
    await waitFor(() => expect(titles()).toEqual(['Mix 2']));
    expect(asked.at(-1)).toBe('genre=Techno&sort=newest&limit=60');
    await userEvent.click(screen.getByRole('button', { name: 'Trance' }));
    expect(await screen.findByText('No mixes found')).toBeTruthy();
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
    expect(await screen.findByText('No mixes found')).toBeTruthy();
    const tools = ['Auto Mix', 'Smart Cue', 'AI Effects'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(tools).toEqual(['mix', 'cues', 'effects'].map((tool) => `/mixes?tab=crear&tool=${tool}`));
  });
});
