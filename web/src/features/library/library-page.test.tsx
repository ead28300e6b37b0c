import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, renderPages, resetPlayer, serve, signedIn, tracks } from '@/features/tracks/testing';
import { LibraryPage } from './library-page';

vi.mock('@/player/use-player', () => import('@/features/tracks/testing'));
beforeEach(() => {
  resetPlayer();
  // A layout to divide into columns.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const show = (at: string) => renderPages({ '/library': LibraryPage, '/playlists': LibraryPage }, at);
const counted = (body: unknown[], total: number) => ({ body, headers: { 'X-Total-Count': String(total) } });

const library = {
  ...signedIn,
  'GET /api/albums': () => counted([anAlbum('al1'), anAlbum('al2')], 1076),
  'GET /api/tracks': () => counted(tracks(3), 12_002),
  'GET /api/liked-tracks': () => counted([], 0),
  'GET /api/genres': () => [{ name: 'Deep House', trackCount: 1040 }],
};

describe('library', () => {
  it('shows the albums and how many there are', async () => {
    const { of } = serve(library);
    await show('/library');
    expect(await screen.findByText('1,076 albums')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Library' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Album al1' }).getAttribute('href')).toBe('/albums/al1');
    expect(of('GET /api/albums')).toEqual(['GET /api/albums?sort=newest&limit=200']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Albums');
  });

  it('sorts by what the address says', async () => {
    const { of } = serve(library);
    await show('/library?sort=year');
    await screen.findByText('1,076 albums');
    expect(of('GET /api/albums')).toEqual(['GET /api/albums?sort=year&limit=200']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('year');
  });

  it('puts a chosen order into the address', async () => {
    const { of } = serve(library);
    const { address } = await show('/library?tab=tracks');
    await screen.findByText('12,002 songs');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'title');
    await waitFor(() => expect(address()).toBe('/library?tab=tracks&sort=title'));
    await waitFor(() => expect(of('GET /api/tracks')).toContain('GET /api/tracks?sort=title&limit=200'));
  });

  it('leads from a genre to its songs, and back to all', async () => {
    const { of } = serve(library);
    const { address } = await show('/library?tab=genres');
    await userEvent.click(await screen.findByRole('link', { name: /Deep House/ }));
    await waitFor(() => expect(of('GET /api/tracks')).toEqual(['GET /api/tracks?sort=newest&genre=Deep+House&limit=200']));
    await userEvent.click(await screen.findByRole('button', { name: 'Show all genres' }));
    await waitFor(() => expect(address()).toBe('/library?tab=tracks'));
  });

  it('explains an empty library to members, and lets an admin scan', async () => {
    const idle = { stats: { tracks: 0 }, roots: ['/srv/music'], scan: { state: 'idle' } };
    const empty = { ...library, 'GET /api/albums': () => counted([], 0), 'GET /api/library': () => idle };
    const { calls } = serve({
      ...empty,
      'GET /api/auth/user': () => ({ id: 'u', email: 'a@b.c', firstName: 'Ana', lastName: '', role: 'admin' }),
      'POST /api/library/scan': () => ({ status: 202, body: {} }),
    });
    const view = await show('/library');
    expect(await screen.findByText('/srv/music')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Scan now' }));
    expect(calls).toContain('POST /api/library/scan');
    view.unmount();
    serve(empty);
    await show('/library');
    expect(await screen.findByText('Your library is empty')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Scan now' })).toBeNull();
  });

  it('shows how far a scan is while there is nothing else to show', async () => {
    serve({
      ...library,
      'GET /api/albums': () => counted([], 0),
      'GET /api/library': () => ({
        stats: { tracks: 0 },
        roots: [],
        scan: { state: 'running', walked: true, found: 12_480, checked: 5120, added: 4980, problems: 1, folder: 'Marisol Vega' },
      }),
    });
    await show('/library');
    expect(await screen.findByText('5,120 of 12,480 files')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('5120');
    expect(screen.getByText('1 file could not be read')).toBeTruthy();
  });

  it('says that there are no playlists, with a way on and no button that does nothing', async () => {
    serve(library);
    await show('/playlists');
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Playlists' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'No playlists yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Your Library' }).getAttribute('href')).toBe('/library');
    expect(screen.queryByRole('button', { name: /create/i })).toBeNull();
  });
});
