import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { artOf } from '@/lib/art';
import { openPalette } from '@/lib/commands';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';

const song = aTrack('t1', { title: 'Glass Garden', album: 'Night Trains', coverImageUrl: null });
const picture = artOf('Night Trains');
const MEMBER = { 'GET /api/auth/user': { id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' } };
const TOP = {
  id: 't1',
  name: song.title,
  artist: song.artist,
  artistId: null,
  album: song.album,
  coverImageUrl: null,
  seconds: 60,
  plays: 1,
};
const HEARD = { from: '2026-01-01', to: '2026-01-01', seconds: 60, plays: 1, days: [{ date: '2026-01-01', seconds: 60, plays: 1 }] };
const FOUND = { tracks: [song], albums: [], artists: [], stations: [], mixes: [], playlists: [], people: [], corrected: null };

const pictures = (part: ParentNode = document) => [...part.querySelectorAll('[data-slot="cover"]')].map((img) => img.getAttribute('src'));

it.each([
  ['the projects', '/create?tab=projects', { 'GET /api/playlists': [], 'GET /api/account/tracks': [song], 'GET /api/mixes': [] }],
  [
    'the listening figures',
    '/listening',
    {
      'GET /api/listening': { ...HEARD, hours: Array(24).fill(0), topTracks: [TOP], topArtists: [], topAlbums: [], topGenres: [] },
      'GET /api/listening/years': [],
    },
  ],
])('a song without a picture has that of its album in %s', async (_, address, answers) => {
  renderApp(address, { ...MEMBER, ...answers });
  await waitFor(() => expect(pictures()).toContain(picture), { timeout: 4000 });
  expect(pictures()).not.toContain(artOf(song.title));
});

it('the same picture is in the palette', async () => {
  renderApp('/settings', { ...MEMBER, 'GET /api/search': FOUND });
  await screen.findByRole('heading', { level: 1 });
  openPalette();
  await userEvent.type(await screen.findByRole('combobox'), 'glass');
  const found = await screen.findByRole('option', { name: /Glass Garden/, selected: true });
  expect(pictures(found)).toEqual([picture]);
});
