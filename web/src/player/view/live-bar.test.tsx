import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { since } from '@/audio/stream-address';
import { rewound } from '@/player/engine/live';
import { originals } from '@/player/engine/sources';
import { song } from '@/player/engine/testing';
import { serve } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { PlayerBar } from './player-bar';
import { renderPlayer } from './test-app';

const item = song('s1', { title: 'Night FM', artist: 'Live Radio', audioUrl: '/radio/s1', duration: 0, live: true });
const bar = () => within(screen.getByRole('region', { name: 'Player' }));
const now = {
  playId: 'p1',
  artist: 'John Coltrane',
  title: 'Blue Train',
  trackId: null,
  track: null,
  coverUrl: null,
  began: '2026-01-01T12:00:00Z',
  seconds: 0,
  source: 'relay' as const,
  liked: null,
};

/** The bar with a playing station, and a server that knows it. */
async function onAir(change = {}, more = {}) {
  const server = serve({ 'GET /api/radios/s1': () => aStation('s1', { name: 'Night FM', ...change }), ...more });
  const player = renderPlayer(<PlayerBar />);
  player.files['/radio/s1'] = { duration: Number.POSITIVE_INFINITY };
  act(() => {
    player.engine.setSources({
      ...originals,
      url: ({ track }) => {
        const { to } = rewound.getState();
        return to ? since(track.audioUrl, to.from) : track.audioUrl;
      },
    });
    player.engine.playNow([item]);
    player.seconds(2);
  });
  await bar().findAllByText('LIVE');
  return { ...player, ...server };
}

afterEach(() => {
  rewound.setState({ to: null });
  vi.unstubAllGlobals();
});

describe('a station in the bar', () => {
  it('is live: shows what is on air, without seeking, shuffle and repeat', async () => {
    const { engine } = await onAir({ now, dj: 'Ana', listenerCount: null });
    expect(bar().queryByRole('slider', { name: 'Position' })).toBeNull();
    expect(bar().queryByRole('button', { name: 'Shuffle' })).toBeNull();
    expect(bar().queryByRole('button', { name: /Repeat/ })).toBeNull();
    expect(document.body.textContent).not.toMatch(/Infinity|NaN/);
    expect(await bar().findByText('John Coltrane – Blue Train')).toBeTruthy();
    expect(bar().getByText('On air: Ana')).toBeTruthy();
    expect(bar().getByText('— listening')).toBeTruthy();
    expect(bar().getByRole('link', { name: 'Night FM' }).getAttribute('href')).toBe('/radios/s1');
    expect(bar().queryByRole('button', { name: 'Like' })).toBeNull();
    expect(engine.snapshot().onAir?.title).toBe('Blue Train');
  });

  it('likes the song on air if it is in the library', async () => {
    const track = { id: 't1', liked: false, audioUrl: '/api/tracks/t1/stream' };
    const { calls } = await onAir(
      { now: { ...now, trackId: 't1', track } },
      { 'GET /api/tracks/t1': () => track, 'POST /api/tracks/t1/like': () => ({ liked: true }) },
    );
    await userEvent.click(await bar().findByRole('button', { name: 'Like' }));
    await waitFor(() => expect(calls).toContain('POST /api/tracks/t1/like'));
  });

  it('shows the reason for silence while it reconnects', async () => {
    const { engine, audios, server } = await onAir({ isLive: false, state: 'off', problem: 'Its playlist is empty.' });
    server.status = 503;
    await waitFor(() => expect(engine.snapshot().onAir?.problem).toBe('Its playlist is empty.'));
    act(() => void audios.find(({ src }) => src !== '')?.dispatchEvent(new Event('ended')));
    expect(await bar().findByText('Its playlist is empty.')).toBeTruthy();
    expect(engine.snapshot().state).toBe('reconnecting');
  });

  it('rewinds with its bar, and returns to live', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const tracks = [{ at: from, title: 'Naima', artist: 'John Coltrane', trackId: null }];
    const { engine } = await onAir({ now, rewindHours: 2 }, { 'GET /api/radios/s1/rewind': () => ({ from, to: from, tracks }) });
    const slider = await bar().findByRole('slider', { name: 'Rewind' });
    expect(slider.getAttribute('aria-valuetext')).toBe('On air');
    slider.focus();
    await userEvent.keyboard('{Home}');
    expect(rewound.getState().to?.from).toBe(Date.parse(from));
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^(59:59|60:0\d|1:00:0\d) behind$/);
    expect(await bar().findByText('John Coltrane – Naima')).toBeTruthy();
    await userEvent.click(bar().getByRole('button', { name: 'Back to live' }));
    expect(rewound.getState().to).toBeNull();
    expect(await bar().findAllByText('LIVE')).toHaveLength(2);
    expect(engine.snapshot().isPlaying).toBe(true);
  });
});
