import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, aTrack, fakePlayer, renderPages, resetPlayer, serve } from '@/testing/pages';
import { AlbumPage } from './album-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const show = (at: string) => renderPages({ '/albums/$albumId': AlbumPage }, at);

const album = {
  ...anAlbum('al1', { title: 'Tidal Room', discCount: 2, trackCount: 3, duration: 4380 }),
  tracks: [
    aTrack('t1', { disc: 1, number: 1 }),
    aTrack('t2', { disc: 1, number: 2, artist: 'Marisol Vega feat. DRFT' }),
    aTrack('t3', { disc: 2, number: 1 }),
  ],
};

describe('album', () => {
  it('shows its songs by disc, and an artist only if it differs', async () => {
    serve({ 'GET /api/albums/al1': () => album, 'GET /api/albums': () => [] });
    await show('/albums/al1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Tidal Room' })).toBeTruthy();
    expect(screen.getByText('2019 · House · 2 discs · 3 songs · 1h 13m')).toBeTruthy();
    const [first, second] = [screen.getByRole('grid', { name: 'Disc 1' }), screen.getByRole('grid', { name: 'Disc 2' })];
    expect(within(first).getAllByRole('row')).toHaveLength(2);
    expect(within(second).getAllByRole('row')).toHaveLength(1);
    expect(within(first).queryByText('Marisol Vega')).toBeNull();
    expect(within(first).getByText('Marisol Vega feat. DRFT')).toBeTruthy();
  });

  it('continues with the next disc', async () => {
    serve({ 'GET /api/albums/al1': () => album, 'GET /api/albums': () => [] });
    await show('/albums/al1');
    await userEvent.dblClick(await screen.findByText('Title t2'));
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
    expect(fakePlayer.getState().played[0]?.map((item) => item.id)).toEqual(['t1', 't2', 't3']);
  });

  it('highlights the song in the address', async () => {
    serve({ 'GET /api/albums/al1': () => album, 'GET /api/albums': () => [] });
    await show('/albums/al1?track=t3');
    await screen.findByText('Title t3');
    expect(screen.getAllByRole('row', { selected: true }).map((row) => row.textContent)).toEqual([expect.stringContaining('Title t3')]);
  });

  it('shows other albums by the artist', async () => {
    serve({ 'GET /api/albums/al1': () => album, 'GET /api/albums': () => [anAlbum('al1'), anAlbum('al2', { title: 'Low Water' })] });
    await show('/albums/al1');
    const more = await screen.findByRole('list', { name: 'More by Marisol Vega' });
    expect(within(more).getAllByRole('listitem')).toHaveLength(1);
    expect(within(more).getByRole('link', { name: 'Low Water' })).toBeTruthy();
  });

  it('says if the album does not exist', async () => {
    serve({});
    await show('/albums/nope');
    expect(await screen.findByText('Album not found')).toBeTruthy();
  });
});
