import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { automixChanged, automixQuery } from '@/api/automix';
import type { Automix } from '@/api/types';
import { aTrack, fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { AutomixPage } from './automix-page';
import { partOf, peaksOf, windowOf } from './join-window';
import { ResultPage } from './result-page';

vi.mock('@/player/view/use-player', async () => {
  const pages = await import('@/testing/pages');
  return { ...pages, usePlayer: () => ({ ...pages.usePlayer(), seek: () => {}, resume: () => {} }), usePaint: () => {} };
});

// It needs the whole player.
vi.mock('@/player/view/seek-bar', () => ({ SeekBar: () => null }));

const track = (trackId: string, start: number, end: number) => ({
  trackId,
  title: `Song ${trackId}`,
  artist: 'Ada',
  start,
  end,
  trackStart: 10,
  trackEnd: 10 + (end - start),
  bpm: 124,
  key: '8A',
  energy: 0.5,
  gain: 0,
  duration: 400,
});
const made: Automix = {
  id: 'a1',
  title: 'Rising',
  state: 'ready',
  progress: 1,
  reason: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  playlistId: null,
  prompt: 'rising',
  order: 'best',
  minutes: null,
  curve: 'rise',
  first: null,
  last: null,
  bars: 16,
  understood: null,
  duration: 600,
  playable: 600,
  size: 1,
  audioUrl: '/api/automixes/a1/audio?v=1',
  mixId: null,
  tracks: [track('t1', 0, 300), track('t2', 270, 600)],
  joins: [
    {
      number: 1,
      kind: 'blend',
      start: 270,
      length: 32,
      bars: 16,
      bpm: 120,
      tempoFrom: 124,
      tempoTo: 126,
      keyFrom: '8A',
      keyTo: '9A',
      keyRelation: 'compatible',
      swap: 285,
      reasons: [{ code: 'tempo', text: 'From 124 to 126 BPM.', args: [] }],
      chosen: { kind: null, bars: null, start: null },
      isRendering: false,
      check: null,
    },
  ],
  skipped: [],
  notes: [],
  check: null,
  trackCount: 2,
  missedCount: null,
} as Automix;

beforeEach(resetPlayer);

describe('asking for an automix', () => {
  it('sends a prompt, or chosen songs in their order', async () => {
    const { bodies } = serve({
      ...signedIn,
      'GET /api/automixes': () => [],
      'POST /api/automixes': () => ({ ...made, state: 'planning' }),
      'GET /api/search': () => ({ tracks: [aTrack('t1', { title: 'One' }), aTrack('t2', { title: 'Two' })] }),
    });
    const { address } = await renderPages({ '/automixes': AutomixPage }, '/automixes');
    const make = await screen.findByRole('button', { name: 'Make the mix' });
    expect(make.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('tab', { name: 'Songs' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find songs' }), 'o');
    await userEvent.click(await screen.findByRole('button', { name: 'Add Two' }));
    expect(make.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Add One' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'As given');
    await userEvent.click(make);
    expect(bodies('POST /api/automixes')).toEqual([{ trackIds: ['t2', 't1'], order: 'given', bars: 16 }]);
    expect(address()).toBe('/automixes/a1');
  });
});

describe('an automix', () => {
  it('plays, and changes only the join that is chosen', async () => {
    const { bodies } = serve({
      ...signedIn,
      'GET /api/automixes/a1': () => made,
      'PATCH /api/automixes/a1/joins/1': () => ({
        ...made,
        state: 'rendering',
        joins: made.joins.map((join) => ({ ...join, isRendering: true })),
      }),
    });
    await renderPages({ '/automixes/$id': ResultPage }, '/automixes/a1');
    const joins = await screen.findByRole('region', { name: 'Joins' });
    expect(within(joins).getByText('From 124 to 126 BPM.')).toBeTruthy();
    await userEvent.click(within(joins).getByRole('button', { name: 'Play join 1' }));
    expect(fakePlayer.getState().played[0]).toMatchObject([{ id: 'a1', audioUrl: made.audioUrl, mix: 'automix' }]);
    await userEvent.click(within(joins).getByRole('button', { name: 'A bar later' }));
    expect(bodies('PATCH /api/automixes/a1/joins/1')).toEqual([{ start: 272 }]);
    expect(await within(joins).findByRole('progressbar', { name: 'Mixing' })).toBeTruthy();
    expect(within(joins).getByRole('group', { name: 'Change join 1' }).hasAttribute('disabled')).toBe(true);
  });

  it('moves a cut by bars of the song before it, and a gapless join not at all', async () => {
    const cut = { ...made.joins[0], kind: 'cut', length: 0.01, bars: null, bpm: null, tempoFrom: 120 };
    const { bodies } = serve({
      ...signedIn,
      'GET /api/automixes/a1': () => ({
        ...made,
        joins: [cut, { ...cut, number: 2, kind: 'gapless' }],
        tracks: [...made.tracks, track('t3', 590, 700)],
      }),
      'PATCH /api/automixes/a1/joins/1': () => made,
    });
    await renderPages({ '/automixes/$id': ResultPage }, '/automixes/a1');
    expect(await screen.findByRole('button', { name: 'Play join 2' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'A bar earlier' })); // there is only one
    expect(bodies('PATCH /api/automixes/a1/joins/1')).toEqual([{ start: 268 }]);
  });

  it('says how it differs from what was asked for', async () => {
    serve({ ...signedIn, 'GET /api/automixes/a1': () => ({ ...made, notes: ['You asked for 45 minutes.', 'Not understood: rainy.'] }) });
    await renderPages({ '/automixes/$id': ResultPage }, '/automixes/a1');
    expect(await screen.findByText('You asked for 45 minutes.')).toBeTruthy();
    expect(screen.getByText('Not understood: rainy.')).toBeTruthy();
  });

  it('shows progress as events tell it, and asks again when the state changes', async () => {
    const { calls } = serve({ ...signedIn, 'GET /api/automixes/a1': () => ({ ...made, state: 'rendering', progress: 0.1, playable: 60 }) });
    const { client } = await renderPages({ '/automixes/$id': ResultPage }, '/automixes/a1');
    await screen.findByText('Mixing · 1:00 can be played');
    automixChanged(client, { id: 'a1', state: 'rendering', progress: 0.5, playable: 120 });
    await screen.findByText('Mixing · 2:00 can be played');
    const before = calls.length;
    automixChanged(client, { id: 'a1', state: 'ready', progress: 1, playable: 600 });
    await vi.waitFor(() => expect(calls.slice(before)).toContain('GET /api/automixes/a1'));
    expect(client.getQueryData(automixQuery('a1').queryKey)).toBeTruthy();
  });
});

describe('what is drawn around a join', () => {
  const [from, to] = made.tracks as [Automix['tracks'][number], Automix['tracks'][number]];
  const part = windowOf({ start: 270, length: 30 }, 600);
  it('is the part of each song that is heard there', () => {
    expect(part).toEqual({ from: 258, to: 312 });
    expect(partOf(from, part)).toMatchObject({ left: 0, from: 268, to: 310 });
    expect(partOf(to, part)).toMatchObject({ from: 10, to: 52 });
    expect(partOf({ ...to, start: 400 }, part)).toBeNull();
  });
  it('cuts peaks at seconds', () => {
    const band = Uint8Array.of(0, 1, 2, 3, 4, 5);
    expect([...peaksOf({ perSecond: 2, low: band, mid: band, high: band }, 1, 2).low]).toEqual([2, 3]);
  });
});
