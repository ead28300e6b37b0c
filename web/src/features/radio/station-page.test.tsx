import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stationChanged } from '@/api/stations';
import type { StationStatus } from '@/api/types';
import { rewound } from '@/player/engine/live';
import { aTrack, fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { dismissToast } from '@/ui/toast/toast-store';
import { byDay } from './schedule';
import { StationPage } from './station-page';

const engine = { snapshot: () => ({ current: null }), playNow: vi.fn(), refresh: vi.fn(), resume: vi.fn() };

vi.mock('@/player/view/use-player', async () => ({ ...(await import('@/testing/pages')), useEngine: () => engine }));

const track = aTrack('t1', { title: 'Blue Train', artist: 'John Coltrane' });
const now = {
  playId: 'p9',
  artist: 'John Coltrane',
  title: 'Blue Train',
  trackId: 't1',
  track,
  coverUrl: '/api/covers/1',
  began: '2026-01-01T12:00:00Z',
  seconds: 640,
  source: 'autodj' as const,
  liked: false,
};
const play = (playId: string, title: string, at = '2026-01-01T11:50:00Z', ended: string | null = at) => ({
  playId,
  at,
  ended,
  artist: 'Somebody',
  title,
  trackId: null,
  track: null,
  coverUrl: null,
});
const base = { 'GET /api/radios/s1/history': () => [], 'GET /api/radios/s1/schedule': () => [] };

const show = () => renderPages({ '/radios/$id': StationPage }, '/radios/s1');

beforeEach(() => {
  resetPlayer();
  dismissToast();
  rewound.setState({ to: null });
});

describe('a station', () => {
  it('shows its description, what is on air and what was on air', async () => {
    serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () =>
        aStation('s1', { name: 'Night FM', now, show: 'After hours', dj: 'Ana', listenerCount: 1234, description: 'All night.' }),
      'GET /api/radios/s1/history': () => [play('z', 'Blue Train', undefined, null), play('a', 'Naima'), play('b', 'Giant Steps')],
    });
    await show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Night FM' })).toBeTruthy();
    expect(screen.getByText('LIVE')).toBeTruthy();
    expect(screen.getByText('1,234 listening')).toBeTruthy();
    expect(screen.getByText('After hours · With Ana')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Blue Train' }).getAttribute('href')).toBe('/tracks/t1');
    expect(screen.getByRole('button', { name: 'Add to playlist' })).toBeTruthy();
    const played = await screen.findByRole('list', { name: 'Recently played' });
    expect(
      within(played)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('p')?.textContent),
    ).toEqual(['Naima', 'Giant Steps']);
    expect(screen.getByText('All night.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Listen to Night FM' }));
    expect(fakePlayer.getState().played[0]?.[0]).toMatchObject({ id: 's1', artist: 'All night.', live: true });
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull();
  });

  it('names its language, and shows no show that is over', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const timed = (name: string, from: string, to: string) => ({ showId: name, name, kind: 'lists' as const, dj: null, from, to });
    serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () => aStation('s1', { language: 'es', country: '', genre: 'Jazz' }),
      'GET /api/radios/s1/schedule': () => [timed('Last night', at(-3), at(-1)), timed('Breakfast', at(-1), at(1))],
    });
    await show();
    expect(await screen.findByText('Jazz · Spanish')).toBeTruthy();
    expect(await screen.findByText('Breakfast')).toBeTruthy();
    expect(screen.queryByText('Last night')).toBeNull();
  });

  it('likes the song on air', async () => {
    const { calls } = serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () => aStation('s1', { now }),
      'POST /api/tracks/t1/like': () => ({ liked: true }),
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Like Blue Train' }));
    expect(calls).toContain('POST /api/tracks/t1/like');
    await waitFor(() => expect(screen.getByRole('button', { name: /Blue Train/, pressed: true })).toBeTruthy());
  });

  it('says why it is offline, and shows no unknown listener count', async () => {
    serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () => aStation('s1', { isLive: false, state: 'off', listenerCount: null, problem: 'Its playlist is empty.' }),
    });
    await show();
    expect(await screen.findByText('OFFLINE')).toBeTruthy();
    expect(screen.getByText('— listening')).toBeTruthy();
    expect(screen.getByText('Its playlist is empty.')).toBeTruthy();
    expect(screen.queryByText('On air now')).toBeNull();
  });

  it('updates from events, and requests what they do not contain', async () => {
    let titles = 0;
    const { client, of } = await (async () => {
      const server = serve({
        ...signedIn,
        ...base,
        'GET /api/radios/s1': () =>
          aStation('s1', { now: { ...now, title: titles++ === 0 ? 'Blue Train' : 'Moment’s Notice', playId: `p${titles}` } }),
      });
      return { ...(await show()), ...server };
    })();
    await screen.findByText('Blue Train');
    const status: StationStatus = {
      id: 's1',
      state: 'live',
      problem: '',
      dj: 'Max',
      show: '',
      listeners: 77,
      now: { ...now, playId: 'p1', trackId: null },
      at: '2026-01-01T12:00:00Z',
    };
    act(() => stationChanged(client, status));
    expect(await screen.findByText('77 listening')).toBeTruthy();
    expect(screen.getByText('With Max')).toBeTruthy();
    expect(of('GET /api/radios/s1').filter((call) => call === 'GET /api/radios/s1')).toHaveLength(1);
    act(() => stationChanged(client, { ...status, now: { ...now, playId: 'p2', trackId: null, title: 'Moment’s Notice' } }));
    await waitFor(() => expect(of('GET /api/radios/s1').filter((call) => call === 'GET /api/radios/s1')).toHaveLength(2));
    expect(await screen.findByText('Moment’s Notice')).toBeTruthy();
  });

  it('can be rewound as far as it is kept', async () => {
    serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () => aStation('s1', { rewindHours: 2 }),
      'GET /api/radios/s1/rewind': () => ({ from: '2026-01-01T11:00:00Z', to: '2026-01-01T12:00:00Z', tracks: [] }),
      'GET /api/radios/s1/history': () => [play('a', 'Naima', '2026-01-01T11:50:00Z'), play('b', 'Too old', '2026-01-01T10:00:00Z')],
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Play Naima again' }));
    expect(engine.playNow).toHaveBeenCalledOnce();
    expect(engine.refresh).toHaveBeenCalled();
    expect(rewound.getState().to).toEqual({ id: 's1', from: Date.parse('2026-01-01T11:50:00Z') });
    expect(screen.queryByRole('button', { name: 'Play Too old again' })).toBeNull();
  });

  it('accepts requests and votes', async () => {
    const requested = {
      id: 'r1',
      track: aTrack('t2', { title: 'So What' }),
      message: '',
      votes: 1,
      hasVoted: false,
      state: 'waiting',
      by: { id: 'x', name: 'Lena' },
      isOwn: false,
      reason: '',
      at: null,
    };
    const { calls, bodies } = serve({
      ...signedIn,
      ...base,
      'GET /api/radios/s1': () => aStation('s1', { takesRequests: true }),
      'GET /api/radios/s1/requests': () => ({ isOpen: true, perHour: 3, isByVote: true, items: [requested] }),
      'GET /api/search': () => ({ tracks: [track] }),
      'POST /api/radios/s1/requests': () => requested,
      'POST /api/radios/s1/requests/r1/vote': () => requested,
    });
    await show();
    await userEvent.type(await screen.findByLabelText('Search songs to request'), 'blue');
    await userEvent.click(await screen.findByRole('button', { name: 'Request Blue Train' }));
    expect(await screen.findByText('“Blue Train” requested')).toBeTruthy();
    expect(bodies('POST /api/radios/s1/requests')).toEqual([{ trackId: 't1' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Vote for So What' }));
    expect(calls).toContain('POST /api/radios/s1/requests/r1/vote');
  });

  it('links managers to the station’s settings', async () => {
    serve({ ...signedIn, ...base, 'GET /api/radios/s1': () => aStation('s1', { canManage: true, mode: 'both' }) });
    await show();
    expect((await screen.findByRole('link', { name: 'Manage' })).getAttribute('href')).toBe('/radios/s1/manage');
    expect(screen.getByRole('link', { name: 'Go on air' }).getAttribute('href')).toBe('/radios/s1/on-air');
  });

  it('says if it does not exist', async () => {
    serve({ ...signedIn, ...base });
    await show();
    expect(await screen.findByText('Station not found')).toBeTruthy();
  });
});

it('groups shows by the reader’s days', () => {
  const at = (id: string, from: string) => ({ showId: id, name: id, kind: 'lists' as const, dj: null, from, to: from });
  const days = byDay([at('b', '2026-01-02T12:00:00'), at('a', '2026-01-01T12:00:00'), at('c', '2026-01-02T14:00:00')]);
  expect(days.map(([day, shows]) => [day, shows.map(({ showId }) => showId).join()])).toEqual([
    ['Thursday, January 1', 'a'],
    ['Friday, January 2', 'b,c'],
  ]);
});
