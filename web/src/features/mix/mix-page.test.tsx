import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MixDetail } from '@/api/types';
import { fakePlayer, onFree, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { textOfFile } from '@/things/mix/text-of-file';
import { dismissToast } from '@/ui/toast/toast-store';
import { MixPage } from './mix-page';
import { entryAt, textOf } from './tracklist-text';

/** What draws the position, and what the page asks of the player. */
const player = vi.hoisted(() => ({ paints: new Set<(seconds: number) => void>(), sought: [] as number[] }));

vi.mock('@/player/view/use-player', async () => {
  const { useEffect } = await import('react');
  const pages = await import('@/testing/pages');
  return {
    ...pages,
    usePlayer: () => ({ ...pages.usePlayer(), seek: (seconds: number) => player.sought.push(seconds), resume: () => {} }),
    usePaint: (paint: (seconds: number) => void) => {
      useEffect(() => {
        player.paints.add(paint);
        return () => void player.paints.delete(paint);
      });
    },
  };
});

const aMix = (change: Partial<MixDetail> = {}): MixDetail => ({
  id: 'm1',
  title: 'Harbour Nights',
  djName: 'Marta Vidal',
  artist: 'Marta Vidal',
  audioUrl: '/media/audio/u1.mp3',
  coverImageUrl: null,
  coverUrl: null,
  duration: 3600,
  genre: 'Deep House',
  category: '',
  likes: 1,
  plays: 20,
  bpm: 122,
  tags: ['sunset', 'live'],
  description: 'First line\nSecond line',
  isPublic: true,
  createdAt: '2026-01-02T00:00:00Z',
  isLiked: false,
  isOwn: false,
  earlyUntil: null,
  canManage: false,
  isDownloadable: false,
  tracklist: [
    { seconds: 0, artist: 'Ana Torres', title: 'Night Ferry', trackId: 't1' },
    { seconds: 372.25, artist: '', title: 'Breakwater' },
  ],
  ...change,
});
const comment = (id: string, text: string, isOwn = false) => ({
  id,
  by: { id: 'u2', name: 'Ben' },
  isOwn,
  seconds: 372,
  text,
  at: '2026-01-03T00:00:00Z',
});

/** A server with a mix, its waveform and comments. */
function world(mix: MixDetail, more: Parameters<typeof serve>[0] = {}) {
  let now = mix;
  let comments = [comment('c1', 'What a <b>drop</b>')];
  const server = serve({
    ...signedIn,
    'GET /api/mixes/m1': () => now,
    'GET /api/mixes/m1/waveform': () => ({ low: btoa('\x00\xff'), mid: btoa('\x00\x40'), high: btoa('\x00\x20') }),
    'GET /api/mixes/m1/comments': () => comments,
    'POST /api/mixes/m1/comments': () => {
      comments = [comment('c2', 'Lovely', true), ...comments];
      return comments[0];
    },
    'DELETE /api/mixes/m1/comments/c2': () => {
      comments = comments.slice(1);
      return { detail: '' };
    },
    'POST /api/mixes/m1/like': () => ({ isLiked: true, likes: 5 }),
    'PATCH /api/mixes/m1': () => {
      now = { ...now, title: 'New title' };
      return now;
    },
    'GET /api/mixes/m1/search': () => ({ state: 'none', progress: 0, tracks: [] }),
    'GET /api/follows/dj/Marta%20Vidal': () => ({ following: false, followers: 0 }),
    ...more,
  });
  return server;
}

const show = () => renderPages({ '/mixes/$id': MixPage, '/mixes': () => <p>All mixes</p> }, '/mixes/m1');
const paint = (seconds: number) =>
  act(() => {
    for (const one of player.paints) one(seconds);
  });

beforeEach(() => {
  resetPlayer();
  dismissToast();
  player.sought = [];
});

describe('the page of a mix', () => {
  it('lets people follow the DJ of a mix of somebody else, and not themselves', async () => {
    world(aMix());
    const { unmount } = await show();
    expect(await screen.findByRole('button', { name: 'Follow Marta Vidal' })).toBeTruthy();
    unmount();
    world(aMix({ isOwn: true, canManage: true }));
    await show();
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Follow Marta Vidal' })).toBeNull();
  });

  it('says what the mix is, and plays from any of its songs', async () => {
    world(aMix());
    await show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbour Nights' })).toBeTruthy();
    for (const text of ['Marta Vidal', '20 plays · 1 like', 'sunset']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(/Deep House · 122 BPM · 1h 0m/)).toBeTruthy();
    const songs = within(screen.getByRole('region', { name: 'Tracklist' })).getAllByRole('listitem');
    expect(songs).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Play from 6:12: Breakwater' }));
    expect(fakePlayer.getState().played[0]).toMatchObject([{ id: 'm1', artist: 'Marta Vidal', mix: 'published' }]);
    expect(player.sought).toEqual([372.25]);
    paint(400);
    expect(songs.map((song) => song.getAttribute('aria-current'))).toEqual([null, 'true']);
    expect(screen.getByRole('slider', { name: 'Position in the mix' }).getAttribute('aria-valuetext')).toBe('6:40 of 1:00:00');
    expect(screen.getByRole('link', { name: 'Open the song Ana Torres – Night Ferry' }).getAttribute('href')).toBe('/tracks/t1');
  });

  it('is locked during its early access, with the way to the plans', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    world(aMix({ earlyUntil: later, isDownloadable: true }), onFree({ name: 'earlyMixes', included: false, limit: null, used: null }));
    await show();
    expect(await screen.findByText(/only people whose plan includes early access can play this mix/)).toBeTruthy();
    expect(screen.getAllByText(/Early access until/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
    expect(screen.getByText('Breakwater')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Play the mix Harbour Nights' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
  });

  it('gets or loses its early access when it is edited', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const { bodies } = world(aMix({ earlyUntil: later, isOwn: true, canManage: true }));
    await show();
    expect(await screen.findByRole('button', { name: 'Play the mix Harbour Nights' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const field = await screen.findByRole('combobox', { name: 'Early access' });
    expect(within(field).getByRole<HTMLOptionElement>('option', { name: /^Until / }).selected).toBe(true);
    await userEvent.selectOptions(field, '7 days from now');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies('PATCH /api/mixes/m1')).toMatchObject([{ earlyDays: 7 }]));
  });

  it('moves the slider by keys without replacing what plays, and plays from there on Enter', async () => {
    world(aMix());
    await show();
    const slider = await screen.findByRole('slider', { name: 'Position in the mix' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.input(slider, { target: { value: '90' } });
    expect(fakePlayer.getState().played).toEqual([]);
    expect(slider.getAttribute('aria-valuetext')).toBe('1:30 of 1:00:00');
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(player.sought).toEqual([90]);
    fireEvent.pointerDown(slider);
    fireEvent.input(slider, { target: { value: '120' } });
    expect(player.sought).toEqual([90, 120]);
  });

  it('likes at once and shows the number that the server counts', async () => {
    const { calls } = world(aMix());
    await show();
    const heart = await screen.findByRole('button', { name: 'Like Harbour Nights' });
    await userEvent.click(heart);
    expect(heart.getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByText('20 plays · 5 likes')).toBeTruthy();
    expect(calls).toContain('POST /api/mixes/m1/like');
  });

  it('takes a comment about the moment at which its writing began', async () => {
    const { bodies } = world(aMix());
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Play from 0:00: Ana Torres – Night Ferry' }));
    paint(61.7);
    const list = await screen.findByRole('list', { name: /Comments/ });
    expect(within(list).getByText('What a <b>drop</b>')).toBeTruthy();
    expect(within(list).queryByRole('button', { name: /Delete/ })).toBeNull();
    await userEvent.type(screen.getByRole('textbox'), 'Lovely ');
    paint(70);
    expect(screen.getByRole('textbox', { name: 'Your comment at 1:01' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await within(list).findByText('Lovely')).toBeTruthy();
    expect(bodies('POST /api/mixes/m1/comments')).toEqual([{ seconds: 61, text: 'Lovely' }]);
    await userEvent.click(within(list).getByRole('button', { name: 'Delete the comment “Lovely”' }));
    await waitFor(() => expect(within(list).queryByText('Lovely')).toBeNull());
    expect(document.activeElement).toBe(list);
  });

  it('offers the file only if the DJ does, and changes only to them', async () => {
    world(aMix());
    const { unmount } = await show();
    await screen.findByRole('heading', { level: 1 });
    for (const name of ['Edit', 'Withdraw']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
    unmount();
    world(aMix({ isDownloadable: true }));
    await show();
    expect((await screen.findByRole('link', { name: 'Download' })).getAttribute('href')).toBe('/api/mixes/m1/download');
  });

  it('is edited by its owner; a line that the server does not understand stays in the dialog', async () => {
    let refuse = true;
    const { bodies } = world(aMix({ canManage: true }), {
      'PUT /api/mixes/m1/tracklist': () =>
        refuse ? { status: 400, body: { detail: 'x', text: ['Line 3 does not begin with a time.'] } } : aMix({ canManage: true }),
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'New title');
    const list = screen.getByRole('textbox', { name: 'Tracklist, one line per song' }) as HTMLTextAreaElement;
    expect(list.value).toBe('0:00 Ana Torres – Night Ferry\n6:12.250 Breakwater');
    await userEvent.type(list, '{End}\nno time');
    await userEvent.click(screen.getByRole('switch', { name: 'Allow downloads' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Line 3 does not begin with a time.');
    expect(bodies('PATCH /api/mixes/m1')).toEqual([]);
    refuse = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New title' })).toBeTruthy();
    expect(bodies('PATCH /api/mixes/m1')).toMatchObject([{ title: 'New title', isDownloadable: true, tags: ['sunset', ' live'] }]);
  });

  it('finds its songs in the sound, and keeps the lines that are there', async () => {
    const tracks = [
      { seconds: 0.4, artist: 'Ana Torres', title: 'Night Ferry', trackId: 't1', confidence: 0.9 },
      { seconds: 200.2, artist: 'Ben', title: 'Low Tide', trackId: 't2', confidence: 0.62 },
      { seconds: 600, artist: '', title: 'Anchor', trackId: 't3', confidence: 0.5 },
    ];
    const states = ['none', 'done'];
    const { calls } = world(aMix({ canManage: true }), {
      'GET /api/mixes/m1/search': () => ({ state: states[0], progress: 0, tracks: states[0] === 'done' ? tracks : [] }),
      'POST /api/mixes/m1/search': () => {
        states.shift();
        return { state: 'waiting', progress: 0, tracks: [] };
      },
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Find tracks in the sound' }));
    expect(await screen.findByText('2 songs found')).toBeTruthy();
    expect(calls).toContain('POST /api/mixes/m1/search');
    const list = screen.getByRole('textbox', { name: 'Tracklist, one line per song' }) as HTMLTextAreaElement;
    await userEvent.click(screen.getByRole('button', { name: 'Add Ben – Low Tide at 3:20' }));
    expect(list.value).toBe('0:00 Ana Torres – Night Ferry\n3:20 Ben – Low Tide\n6:12.250 Breakwater');
    await userEvent.click(screen.getByRole('button', { name: 'Add all' }));
    expect(list.value).toMatch(/Breakwater\n10:00 Anchor$/);
    expect(screen.getByText('The tracklist has every song that was found.')).toBeTruthy();
  });

  it('stops a search, and says why one is refused', async () => {
    let state = 'running';
    const { calls } = world(aMix({ canManage: true }), {
      'GET /api/mixes/m1/search': () => ({ state, progress: 0.4, tracks: [] }),
      'DELETE /api/mixes/m1/search': () => {
        state = 'none';
        return { status: 204, body: '' };
      },
      'POST /api/mixes/m1/search': () => ({ status: 409, body: { detail: 'The sound of this mix is not analysed yet.' } }),
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect((await screen.findByRole('progressbar', { name: 'Looking for songs in the mix' })).getAttribute('value')).toBe('0.4');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Find tracks in the sound' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The sound of this mix is not analysed yet.');
    expect(calls).toContain('DELETE /api/mixes/m1/search');
  });

  it('is withdrawn by its owner after a question', async () => {
    const { calls } = world(aMix({ canManage: true }), { 'DELETE /api/mixes/m1': () => ({ detail: '' }) });
    const { address } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    expect(calls).not.toContain('DELETE /api/mixes/m1');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(address()).toBe('/mixes'));
    expect(calls).toContain('DELETE /api/mixes/m1');
  });

  it('says that the waveform is not there yet, and what is missing', async () => {
    world(aMix({ tracklist: [] }), { 'GET /api/mixes/m1/waveform': () => ({ status: 404, body: { detail: '' } }) });
    await show();
    expect(await screen.findByText('The waveform is drawn as soon as the sound is analysed.')).toBeTruthy();
    expect(screen.getByText('This mix has no tracklist.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a tracklist' })).toBeNull();
  });

  it('says that a mix is gone', async () => {
    serve({ ...signedIn });
    await show();
    expect(await screen.findByText('Mix not found')).toBeTruthy();
  });
});

describe('a tracklist as text', () => {
  it('keeps milliseconds', () =>
    expect(
      textOf([
        { seconds: 3723.5, artist: 'A', title: 'B' },
        { seconds: 4000, artist: '', title: 'C' },
      ]),
    ).toBe('1:02:03.500 A – B\n1:06:40 C'));
  it('knows what is heard', () => {
    const list = aMix().tracklist;
    expect([-1, 0, 372, 372.25, 9999].map((at) => entryAt(list, at))).toEqual([-1, 0, 0, 1, 1]);
  });
  it('is read from files of older programs too', async () => {
    expect(await textOfFile(new Blob(['0:00 Caf\u00e9']))).toBe('0:00 Café');
    expect(await textOfFile(new Blob([Uint8Array.of(0x43, 0x61, 0x66, 0xe9)]))).toBe('Café');
  });
});
