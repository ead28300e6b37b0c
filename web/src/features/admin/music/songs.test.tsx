import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as files from '@/lib/save-file';
import { renderApp } from '@/testing/app';
import { editTags, useEditing } from '@/things/track/editing';

const song = (id: string, change: object = {}) => ({
  id,
  title: `Song ${id}`,
  artist: 'Nina',
  artistId: 'a1',
  album: 'Days',
  albumId: 'b1',
  albumArtist: 'Nina',
  genre: 'Jazz',
  year: 1999,
  disc: 1,
  number: 1,
  duration: 200,
  samples: null,
  sampleRate: 44100,
  channels: 2,
  bitDepth: 16,
  bitrate: 900,
  format: 'flac',
  size: 9_000_000,
  audioUrl: `/api/tracks/${id}/stream`,
  coverImageUrl: null,
  hasLyrics: false,
  isPublic: true,
  isAiGenerated: false,
  ownerId: null,
  isMissing: false,
  plays: 1234,
  liked: false,
  rating: 0,
  bpm: null,
  key: '',
  camelot: '',
  loudness: null,
  energy: null,
  addedAt: '2026-11-01T12:00:00Z',
  replayGain: null,
  ...change,
});
const THREE = [song('1'), song('2', { isPublic: false, genre: '', format: 'mp3' }), song('3', { title: '=2+3' })];
const DETAIL = {
  ...THREE[0],
  artists: [{ id: 'a1', name: 'Nina' }],
  albumArtists: [{ id: 'a1', name: 'Nina' }],
  composers: [{ id: 'a2', name: 'Weill' }],
  genres: ['Jazz', 'Soul'],
  trackTotal: 12,
  discTotal: null,
  discSubtitle: '',
  compilation: false,
  tagBpm: null,
  isrc: 'USBN20100151',
  comment: '',
  musicBrainzRecordingId: '',
};
const FILE = { folder: '/srv/music', path: 'Days/01.flac', size: 9_000_000, modifiedAt: null, playlists: 2, likes: 7 };
const BULK = 'POST /api/admin/tracks/bulk';

/** The addresses that the list was read from. */
let asked: URLSearchParams[] = [];

function show(search = '', answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp(`/admin/playlists${search}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/tracks': THREE,
    'GET /api/genres': [{ id: 'g1', name: 'Jazz', tracks: 2 }],
    'GET /api/tracks/1': DETAIL,
    'GET /api/admin/tracks/1/file': FILE,
    ...answers,
  });
  const server = vi.mocked(globalThis.fetch);
  const answer = server.getMockImplementation();
  asked = [];
  server.mockImplementation((input, init) => {
    const url = new URL(String(input), 'http://sonora.test');
    if (url.pathname === '/api/admin/tracks' && (init?.method ?? 'GET') === 'GET') asked.push(url.searchParams);
    return (answer as typeof fetch)(input, init);
  });
  return app;
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const last = () => Object.fromEntries(asked.at(-1) ?? []);

beforeEach(() => {
  localStorage.clear();
  editTags(undefined);
});

describe('the table of songs', () => {
  it('has exactly these columns, and shows what each song is like', async () => {
    show();
    const second = await rowOf('Song 2');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers.slice(1)).toEqual(['Song', 'Genre', 'Duration', 'Format', 'Size', 'Plays', 'Status', 'Actions']);
    for (const text of ['Nina', '—', '3:20', 'MP3', '9.0 MB', '1,234', 'Private']) expect(within(second).getByText(text)).toBeTruthy();
    expect(last()).toEqual({ sort: '-added', at: '0', limit: '50' });
  });

  it('keeps search, order and filters in the address, and asks the server for them', async () => {
    const app = show('?tab=songs&page=2');
    await rowOf('Song 1');
    expect(last()).toEqual({ sort: '-added', at: '50', limit: '50' });
    await userEvent.click(screen.getByRole('button', { name: 'Size' }));
    await userEvent.selectOptions(await screen.findByLabelText('Genre'), 'Jazz');
    await userEvent.selectOptions(screen.getByLabelText('Missing'), 'cover');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'private');
    await userEvent.type(screen.getByLabelText('Search by title, artist, genre or playlist'), 'nina');
    await waitFor(() =>
      expect(last()).toEqual({ q: 'nina', sort: '-size', genre: 'Jazz', lacks: 'cover', visibility: 'private', at: '0', limit: '50' }),
    );
    expect(app.address()).toBe('/admin/playlists?tab=songs&sort=-size&genre=Jazz&lacks=cover&visibility=private&q=nina');
  });

  it('tells an empty library from a search without matches', async () => {
    const app = show('', { 'GET /api/admin/tracks': [] });
    expect(await screen.findByText('No songs yet')).toBeTruthy();
    await app.go('/admin/playlists?q=zzz');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  it('opens a side sheet with all tags, the file and a preview', async () => {
    show();
    await rowOf('Song 1');
    await userEvent.keyboard('j{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Song 1' });
    for (const text of [
      'Weill',
      'Jazz; Soul',
      '1 of 12',
      'USBN20100151',
      '/srv/music',
      'Days/01.flac',
      'FLAC · 900 kbit/s · 44.1 kHz · 16 bit',
      '7',
    ])
      expect(await within(sheet).findByText(text)).toBeTruthy();
    expect(within(sheet).getByLabelText('Preview of Song 1').getAttribute('src')).toBe('/api/tracks/1/stream');
  });

  it('plays a song, edits its tags and hides it', async () => {
    const app = show('', { 'PUT /api/tracks/1/visibility': song('1', { isPublic: false }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Play Song 1' }));
    expect(app.engine.snapshot().current?.track.id).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'More options for Song 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make private' }));
    await waitFor(() => expect(app.bodies('PUT /api/tracks/1/visibility')).toEqual([{ isPublic: false }]));
    await userEvent.click(screen.getByRole('button', { name: 'More options for Song 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit tags' }));
    expect(useEditing.getState().tracks?.map(({ id }) => id)).toEqual(['1']);
  });

  it('deletes one song after its title was typed, and says why it cannot', async () => {
    const app = show('', { [BULK]: { done: [], unchanged: [], failed: [{ id: '1', detail: 'The file is read-only.' }] } });
    await userEvent.click(await screen.findByRole('button', { name: 'More options for Song 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete?' });
    expect(within(dialog).getByText(/their files, also in the library folders/)).toBeTruthy();
    expect(app.bodies(BULK)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Type “Song 1” to confirm'), 'Song 1{Enter}');
    await waitFor(() => expect(app.bodies(BULK)).toEqual([{ action: 'delete', ids: ['1'] }]));
    await waitFor(() => expect(toasts()).toContain('The file is read-only.'));
  });

  it('hides songs and takes it back', async () => {
    const app = show('', { [BULK]: { done: ['1', '3'], unchanged: [], failed: [] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Song 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select =2+3' }));
    const bar = screen.getByRole('region', { name: 'Actions for the selection' });
    await userEvent.click(within(bar).getByRole('button', { name: 'Make private' }));
    await waitFor(() => expect(toasts()).toContain('2 songs are for members only'));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toasts()).toContain('Taken back'));
    expect(app.bodies(BULK)).toEqual([
      { action: 'hide', ids: ['1', '3'] },
      { action: 'show', ids: ['1', '3'] },
    ]);
  });

  it('opens the tag editor with the selected songs, in the order in which they were selected', async () => {
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select =2+3' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Song 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Song 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }));
    await waitFor(() => expect(useEditing.getState().tracks?.map(({ id }) => id)).toEqual(['3', '1', '2']));
    expect(asked.some((query) => query.get('ids') === '3,1,2' && query.get('limit') === '3')).toBe(true);
  });

  it('downloads what it shows, without formulas', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    show('?format=flac');
    await rowOf('Song 1');
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(String(save.mock.calls[0]?.[1]).split('\r\n')).toEqual([
      '\uFEFFSong,Genre,Duration,Format,Size,Plays,Status',
      'Song 1,Jazz,3:20,FLAC,9000000,1234,Public',
      'Song 2,,3:20,MP3,9000000,1234,Private',
      "'=2+3,Jazz,3:20,FLAC,9000000,1234,Public",
      '',
    ]);
  });
});
