import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, renderPages, resetPlayer, serve, signedIn, tracks } from '@/testing/pages';
import { LibraryPage } from './library-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(() => {
  resetPlayer();
  // A width to divide into columns.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const show = (at: string) => renderPages({ '/library': LibraryPage }, at);
const counted = (body: unknown[], total: number) => ({ body, headers: { 'X-Total-Count': String(total) } });

const library = {
  ...signedIn,
  'GET /api/albums': () => counted([anAlbum('al1'), anAlbum('al2')], 1076),
  'GET /api/tracks': () => counted(tracks(3), 12_002),
  'GET /api/liked-tracks': () => counted([], 0),
  'GET /api/genres': () => [{ name: 'Deep House', trackCount: 1040 }],
};

describe('library', () => {
  it('cuts long titles of cards with an ellipsis', async () => {
    serve({ ...library, 'GET /api/albums': () => counted([anAlbum('al1', { title: 'The Battle for Wesnoth Original Soundtrack' })], 1) });
    await show('/library');
    const title = await screen.findByRole('link', { name: /Wesnoth/ });
    expect(title.classList.contains('truncate')).toBe(true);
    expect(title.classList.contains('inline-block')).toBe(false);
  });

  it('shows the albums and their number', async () => {
    const { of } = serve(library);
    await show('/library');
    expect(await screen.findByText('1,076 albums')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Your Library' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Album al1' }).getAttribute('href')).toBe('/albums/al1');
    expect(of('GET /api/albums')).toEqual(['GET /api/albums?sort=newest&at=0&limit=100']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Albums');
  });

  it('sorts as in the address', async () => {
    const { of } = serve(library);
    await show('/library?sort=year');
    await screen.findByText('1,076 albums');
    expect(of('GET /api/albums')).toEqual(['GET /api/albums?sort=year&at=0&limit=100']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('year');
  });

  it('puts the selected order into the address', async () => {
    const { of } = serve(library);
    const { address } = await show('/library?tab=tracks');
    await screen.findByText('12,002 songs');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'title');
    await waitFor(() => expect(address()).toBe('/library?tab=tracks&sort=title'));
    await waitFor(() => expect(of('GET /api/tracks')).toContain('GET /api/tracks?sort=title&at=0&limit=100'));
  });

  it('leads from a genre to its songs, and back to all songs', async () => {
    const { of } = serve(library);
    const { address } = await show('/library?tab=genres');
    await userEvent.click(await screen.findByRole('link', { name: /Deep House/ }));
    await waitFor(() => expect(of('GET /api/tracks')).toEqual(['GET /api/tracks?sort=newest&genre=Deep+House&at=0&limit=100']));
    await userEvent.click(await screen.findByRole('button', { name: 'Show all genres' }));
    await waitFor(() => expect(address()).toBe('/library?tab=tracks'));
  });

  it('explains an empty library to members, and lets an operator scan', async () => {
    const idle = { stats: { tracks: 0 }, roots: ['/srv/music'], scan: { state: 'idle' } };
    const empty = {
      ...library,
      'GET /api/albums': () => counted([], 0),
      'GET /api/tracks': () => counted([], 0),
      'GET /api/library': () => idle,
    };
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

  it('leads to the songs where none has an album', async () => {
    serve({ ...library, 'GET /api/albums': () => counted([], 0) });
    const { address } = await show('/library');
    await userEvent.click(await screen.findByRole('link', { name: 'Show tracks' }));
    await waitFor(() => expect(address()).toBe('/library?tab=tracks'));
    expect(screen.queryByText('Your library is empty')).toBeNull();
  });

  it('shows the progress of a scan while the library is empty', async () => {
    serve({
      ...library,
      'GET /api/albums': () => counted([], 0),
      'GET /api/tracks': () => counted([], 0),
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

  it('opens a folder, and plays it with its subfolders', async () => {
    const folder = (id: string, change: object) => ({ id, name: 'music', parentId: null, path: '', folders: [], trackCount: 3, ...change });
    const { of } = serve({
      ...library,
      'GET /api/folders': () => folder('top', { folders: [{ id: 'rock', name: 'Rock', tracks: 3 }] }),
      'GET /api/folders/rock': () => folder('rock', { name: 'Rock', parentId: 'top', path: 'Rock' }),
    });
    const { address } = await show('/library?tab=folders');
    await userEvent.click(await screen.findByRole('link', { name: /Rock/ }));
    await waitFor(() => expect(address()).toBe('/library?tab=folders&folder=rock'));
    await screen.findByRole('link', { name: 'Up one folder' });
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(of('GET /api/tracks')).toContain('GET /api/tracks?sort=album&folder=rock&deep=true&at=0&limit=100'));
  });

  it('leads from a year to its songs', async () => {
    serve({ ...library, 'GET /api/years': () => [{ year: 1984, tracks: 12, albums: 1 }] });
    const { address } = await show('/library?tab=years');
    await userEvent.click(await screen.findByRole('link', { name: /1984/ }));
    await waitFor(() => expect(address()).toContain('1984'));
    expect(await screen.findByRole('button', { name: 'Show all years' })).toBeTruthy();
  });

  it('jumps to a letter', async () => {
    const { of } = serve({
      ...library,
      'GET /api/tracks/letters': () => [
        { letter: 'A', at: 0 },
        { letter: 'Z', at: 12_000 },
      ],
    });
    await show('/library?tab=tracks&sort=title');
    await userEvent.click(await screen.findByRole('button', { name: 'Jump to Z' }));
    expect(screen.getByRole('slider', { name: 'Jump to a letter' })).toBeTruthy();
    expect(of('GET /api/tracks/letters')).toEqual(['GET /api/tracks/letters?sort=title']);
  });
});
