import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, fakePlayer, renderPages, resetPlayer, serve, tracks } from '@/testing/pages';
import { ArtistPage } from './artist-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const artist = {
  id: 'ar1',
  name: 'Marisol Vega',
  sortName: 'Vega, Marisol',
  albumCount: 1,
  trackCount: 8,
  coverImageUrl: null,
  albums: [anAlbum('al1', { title: 'Tidal Room' }), anAlbum('al2', { title: 'Sampler', artist: 'Various Artists', artistId: null })],
  tracks: tracks(8),
};

describe('artist', () => {
  it('shows the most played songs, the artist’s albums and the albums they appear on', async () => {
    serve({ 'GET /api/artists/ar1': () => artist });
    await renderPages({ '/artists/$artistId': ArtistPage }, '/artists/ar1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Marisol Vega' })).toBeTruthy();
    expect(screen.getByText('1 album · 8 songs')).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getAllByRole('row')).toHaveLength(8);
    const names = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('link');
    expect(names('Albums').map((link) => link.textContent)).toEqual(['Tidal Room']);
    expect(names('Appears on').map((link) => link.textContent)).toEqual(['Sampler']);
  });

  it('plays all of the most played songs, not only the visible ones', async () => {
    serve({ 'GET /api/artists/ar1': () => artist });
    await renderPages({ '/artists/$artistId': ArtistPage }, '/artists/ar1');
    await userEvent.dblClick(await screen.findByText('Title t2'));
    expect(fakePlayer.getState().played[0]).toHaveLength(8);
  });

  it('says if the artist does not exist', async () => {
    serve({});
    await renderPages({ '/artists/$artistId': ArtistPage }, '/artists/nope');
    expect(await screen.findByText('Artist not found')).toBeTruthy();
  });
});
