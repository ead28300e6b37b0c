import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PlayerDevice, Track } from '@/api/types';
import { renderApp } from '@/testing/app';
import { aStation } from '@/testing/stations';
import { lastElsewhere } from './other-device';
import { topUp } from './queries';

const USER = { 'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'admin' } };
const STATS = { tracks: 8, albums: 1, artists: 1, genres: 1, missing: 0, problems: 0, duration: 800, bytes: 1 };
const LIBRARY = { 'GET /api/library': { stats: STATS, roots: ['/srv/music'], scan: { state: 'finished' } } };

const track = (n: number) =>
  ({
    id: `t${n}`,
    title: `Song ${n}`,
    artist: 'Ada',
    artistId: 'a',
    album: 'A',
    duration: 100,
    audioUrl: `/api/tracks/t${n}/stream`,
    coverImageUrl: null,
  }) as Track;
const tracks = (...numbers: number[]) => numbers.map(track);

const cards = () => [...document.querySelectorAll('[data-slot=track-card]')];

describe('“Recently Played”', () => {
  it('shows the history, topped up with the newest songs, six in all', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/recently-played': tracks(8, 2), 'GET /api/tracks': tracks(9, 8, 7, 6, 5, 4, 3) });
    await waitFor(() => expect(cards()).toHaveLength(6));
    expect(cards().map((card) => /Song \d/.exec(card.textContent ?? '')?.[0])).toEqual([
      'Song 8',
      'Song 2',
      'Song 9',
      'Song 7',
      'Song 6',
      'Song 5',
    ]);
  });

  it('says that nothing was played yet when it shows only the newest songs', async () => {
    const app = renderApp('/', { ...USER, ...LIBRARY, 'GET /api/recently-played': [], 'GET /api/tracks': tracks(1) });
    expect(await screen.findByText('Nothing yet: these are the newest songs')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Recently Played' })).toBeTruthy();
    app.unmount();
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/recently-played': tracks(2), 'GET /api/tracks': tracks(1) });
    await waitFor(() => expect(cards()).toHaveLength(2));
    expect(screen.queryByText('Nothing yet: these are the newest songs')).toBeNull();
  });

  it('keeps the height of a line without an artist', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/recently-played': [{ ...track(1), artist: '', artistId: null }, track(2)] });
    await waitFor(() => expect(cards()).toHaveLength(2));
    const names = cards().map((card, i) => within(card as HTMLElement).getByText(['Unknown artist', 'Ada'][i] ?? ''));
    expect(names.map((name) => name.classList.contains('leading-6'))).toEqual([true, true]);
  });

  it('shows six placeholders while it loads', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/tracks': 'never' });
    await waitFor(() => expect(document.querySelectorAll('[data-slot=track-card-skeleton]')).toHaveLength(6));
  });

  it('shows the newest songs if the history fails', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/recently-played': { status: 500, body: '' }, 'GET /api/tracks': tracks(1, 2) });
    await waitFor(() => expect(cards()).toHaveLength(2));
  });

  it('shows each track once', () => expect(topUp(tracks(1, 2), tracks(2, 3, 4), 3).map((t) => t.id)).toEqual(['t1', 't2', 't3']));
});

describe('“Start Listening”', () => {
  it('plays the first track', async () => {
    const app = renderApp('/', { ...USER, ...LIBRARY, 'GET /api/tracks': tracks(1, 2) });
    await waitFor(() => expect(cards()).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Start Listening' }));
    await waitFor(() => expect(app.engine.snapshot().current?.track.id).toBe('t1'));
    expect(app.engine.snapshot().isPlaying).toBe(true);
  });

  it('opens the search if there is nothing to play', async () => {
    const app = renderApp('/', USER);
    fireEvent.click(await screen.findByRole('button', { name: 'Start Listening' }));
    await waitFor(() => expect(app.path()).toBe('/search'));
  });
});

describe('the search box', () => {
  const submit = async (text: string) => {
    const box = await screen.findByPlaceholderText<HTMLInputElement>('Search music...');
    fireEvent.change(box, { target: { value: text } });
    if (box.form) fireEvent.submit(box.form);
  };

  it('opens the search page with its text', async () => {
    const app = renderApp('/', { ...USER, ...LIBRARY });
    await submit(' abc ');
    await waitFor(() => expect(app.address()).toBe('/search?q=abc'));
  });

  it('does nothing if it is empty', async () => {
    const app = renderApp('/', { ...USER, ...LIBRARY });
    await submit('  ');
    expect(app.address()).toBe('/');
  });
});

describe('the welcome card', () => {
  it('shows the greeting of the server, with a readable time', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/welcome': { greeting: 'Hello from the attic', timestamp: '2025-03-01T12:00:00Z' } });
    const card = (await screen.findByText('Hello from the attic')).closest('[data-slot=welcome]');
    expect(card?.textContent).toMatch(/2025/);
    expect(card?.textContent).not.toContain('2025-03-01T');
  });

  it('shows an error, and greets anyway', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/welcome': { status: 500, body: '' } });
    expect(await screen.findByText('Connection Issue')).toBeTruthy();
    expect(screen.getByText('Using fallback message')).toBeTruthy();
    expect(screen.getByText('Welcome to Sonora!')).toBeTruthy();
    expect(screen.getByText(/Failed to fetch welcome message/)).toBeTruthy();
  });
});

describe('“Live Radio Stations”', () => {
  it('shows three, those on air first, each with its state', async () => {
    const off = { isLive: false, state: 'off' as const, listenerCount: null };
    const stations = [aStation('a', off), aStation('b', off), aStation('c', { listenerCount: 1204 }), aStation('d'), aStation('e')];
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/radios': stations });
    await screen.findByText('Station c');
    const tiles = [...document.querySelectorAll('[data-slot=station-card]')];
    expect(tiles.map((tile) => tile.textContent)).toEqual([
      'LIVE1,204 listeningStation cJazz · Spain',
      'LIVE3 listeningStation dJazz · Spain',
      'LIVE3 listeningStation eJazz · Spain',
    ]);
  });

  it('shows which are offline', async () => {
    renderApp('/', { ...USER, ...LIBRARY, 'GET /api/radios': [aStation('a', { isLive: false, state: 'off' })] });
    expect(await screen.findByText('OFFLINE')).toBeTruthy();
  });
});

it('says where to put music if the library is empty', async () => {
  renderApp('/', USER);
  expect(await screen.findByText('/srv/music')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/radios');
  expect(screen.getByRole('link', { name: 'Browse all' }).getAttribute('href')).toBe('/mixes');
  expect(document.querySelectorAll('[data-slot=skeleton]')).toHaveLength(0);
});

it('offers to continue from the last device that has something', () => {
  const device = (id: string, trackId: string | null) => ({ id, trackId, age: 60 }) as PlayerDevice;
  expect(lastElsewhere([device('tv', null), device('phone', 't1')])?.id).toBe('phone');
  expect(lastElsewhere([device('tv', null)])).toBeUndefined();
});
