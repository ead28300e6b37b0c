import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { artOf } from '@/lib/art';
import { songs } from '@/player/engine/testing';
import { PlayerBar } from './player-bar';
import { keyTarget, positionText } from './seek-bar';
import { renderPlayer } from './test-app';
import { usePlayer } from './use-player';

const calls: string[] = [];

const detailOf = (id: string) => ({
  id,
  audioUrl: '/a',
  liked: false,
  format: 'flac',
  bitDepth: 24,
  sampleRate: 96000,
  bpm: 122.4,
  key: 'Am',
  loudness: null,
});

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${path}`);
    if (path.endsWith('/lyrics')) return Response.json({ kind: 'synced', text: '[00:01.00]First line\n[00:09.00]Second line' });
    if (path.endsWith('/like')) return Response.json({ liked: method === 'POST' });
    if (path.startsWith('/api/tracks/')) return Response.json(detailOf(path.split('/').at(-1) as string));
    return Response.json({ detail: 'nobody' }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const region = () => screen.queryByRole('region', { name: /player/i });
const bar = () => within(region() as HTMLElement);

describe('PlayerBar', () => {
  it('is hidden until an item is loaded, then shows cover, title and artist', () => {
    const { engine } = renderPlayer(<PlayerBar />);
    expect(region()).toBeNull();
    act(() => engine.playNow(songs('ab')));
    expect(bar().getByText('A')).toBeDefined();
    expect(bar().getByText('Artist')).toBeDefined();
    expect(region()?.querySelector('img')).not.toBeNull();
  });

  it('labels music by AI, and draws the cover that it will have', () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('a')));
    expect(bar().queryByText('AI')).toBeNull();
    act(() => engine.playNow(songs('b').map((song) => ({ ...song, isAiGenerated: true, coverSeed: 'B 7' }))));
    expect(bar().getByText('AI')).toBeDefined();
    expect(region()?.querySelector('img')?.getAttribute('src')).toBe(artOf('B 7'));
  });

  it('labels the button with its action', () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    fireEvent.click(bar().getAllByRole('button', { name: 'Pause' })[0] as HTMLElement);
    expect(engine.snapshot().isPlaying).toBe(false);
    expect(bar().getAllByRole('button', { name: 'Play' }).length).toBeGreaterThan(0);
    expect(bar().queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('skips forward and back, and stops at the last item', () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    const next = bar().getByRole('button', { name: 'Next' });
    expect(bar().getByRole('button', { name: 'Previous' }).dataset.atStart).toBe('');
    fireEvent.click(next);
    expect(bar().getByText('B')).toBeDefined();
    expect(next).toHaveProperty('disabled', true);
    fireEvent.click(bar().getByRole('button', { name: 'Previous' }));
    expect(bar().getByText('A')).toBeDefined();
  });

  it('shuffles and repeats', () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    fireEvent.click(bar().getByRole('button', { name: 'Shuffle' }));
    fireEvent.click(bar().getByRole('button', { name: 'Repeat: off' }));
    fireEvent.click(bar().getByRole('button', { name: 'Repeat: all' }));
    expect(engine.snapshot().queue).toMatchObject({ shuffle: true, repeat: 'one' });
    expect(bar().getByRole('button', { name: 'Shuffle' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('shows the elapsed and total time, and seeks with keys', async () => {
    const { engine, seconds } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    act(() => seconds(65));
    const slider = bar().getByRole('slider', { name: 'Position' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('69'));
    expect(slider.getAttribute('aria-valuetext')).toBe('1 minute 9 of 1:40');
    expect(bar().getByText('1:09')).toBeDefined();
    expect(bar().getByText('1:40')).toBeDefined();
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(engine.position()).toBe(0);
  });

  it('likes on the server', async () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    await waitFor(() => expect(calls).toContain('GET /api/tracks/a'));
    await act(async () => {});
    fireEvent.click(bar().getByRole('button', { name: 'Like' }));
    await waitFor(() => expect(bar().getByRole('button', { name: 'Unlike' }).getAttribute('aria-pressed')).toBe('true'));
    expect(calls).toContain('POST /api/tracks/a/like');
  });

  it('says that it is reconnecting', async () => {
    const { engine, seconds, files } = renderPlayer(<PlayerBar />);
    files['/b'] = { error: 2 };
    act(() => engine.playNow(songs('b')));
    act(() => seconds(0.1));
    expect(bar().getByText('Reconnecting…')).toBeDefined();
  });

  it('opens Now Playing and closes it', async () => {
    const { engine } = renderPlayer(<PlayerBar />);
    act(() => engine.playNow(songs('ab')));
    fireEvent.click(bar().getByRole('button', { name: 'Open Now Playing: A by Artist' }));
    expect(await screen.findByRole('heading', { name: 'Now Playing' })).toBeDefined();
    fireEvent.click(screen.getByRole('tab', { name: 'Lyrics' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Second line' }));
    expect(engine.position()).toBe(9);
    fireEvent.click(screen.getByRole('button', { name: 'Close Now Playing' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Now Playing' })).toBeNull());
  }, 20_000); // loads its code
});

let view = {} as ReturnType<typeof usePlayer>;

function Look() {
  view = usePlayer();
  return null;
}

describe('usePlayer', () => {
  it('throws outside its provider', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => render(<Look />)).toThrow(/provider/i);
  });

  it('returns state and commands', () => {
    renderPlayer(<Look />);
    expect(view).toMatchObject({ current: null, isPlaying: false, volume: 1, shuffle: false, repeat: 'off' });
    act(() => view.play(songs('ab'), 1));
    expect([view.isCurrent('b'), view.isCurrent('a'), view.isPlaying]).toEqual([true, false, true]);
    act(() => view.playNext(songs('x')));
    act(() => view.addToQueue(songs('y')));
    expect(view.queue.user.map((item) => item.track.id)).toEqual(['x', 'y']);
    act(() => view.setVolume(3));
    act(() => view.stop());
    expect([view.volume, view.state]).toEqual([1, 'stopped']);
  });
});

describe('SeekBar', () => {
  it.each([
    ['ArrowLeft', 45],
    ['ArrowRight', 55],
    ['PageUp', 60],
    ['PageDown', 40],
    ['Home', 0],
    ['End', 100],
    ['x', null],
  ])('moves with %s from 50 to %s', (key, target) => {
    expect(keyTarget(key, 50, 100)).toBe(target);
  });

  it('has a readable position for screen readers', () => {
    expect(positionText(92.7, 227)).toBe('1 minute 32 of 3:47');
    expect(positionText(4, 60)).toBe('4 seconds of 1:00');
  });
});
