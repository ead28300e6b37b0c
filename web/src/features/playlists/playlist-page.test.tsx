import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Playlist } from '@/api/types';
import { fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { useOpenMenu } from '@/ui/menu/open-menu';
import { dismissToast } from '@/ui/toast/toast-store';
import { PlaylistPage } from './playlist-page';
import { aPlaylist, entries, stretch } from './testing';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(() => {
  resetPlayer();
  dismissToast();
  useOpenMenu.setState({ open: null });
});

async function show(count: number, change: Partial<Playlist> = {}, more: Parameters<typeof serve>[0] = {}) {
  const list = entries(count);
  const bodies: Record<string, unknown> = {};
  const answer = (name: string, body: unknown) => () => body ?? name;
  const server = serve({
    ...signedIn,
    'GET /api/playlists/p1': () => aPlaylist('p1', { trackCount: count, ...change }),
    'GET /api/playlists/p1/tracks': (url) => stretch(list, url),
    'POST /api/playlists/p1/tracks/move': answer('move', { version: 2, undo: [] }),
    'POST /api/playlists/p1/tracks/remove': answer('remove', { version: 2, removed: [{ trackId: 't2', after: 'e1' }] }),
    'POST /api/playlists/p1/tracks/restore': answer('restore', { version: 3, added: [] }),
    ...more,
  });
  const served = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (init?.body) bodies[input.split('/').at(-1) ?? ''] = JSON.parse(String(init.body));
    return served(input, init);
  });
  const view = await renderPages({ '/playlists/$playlistId': PlaylistPage }, '/playlists/p1');
  const row = (n: number) => view.container.querySelector<HTMLElement>(`[aria-rowindex="${n}"]`) as HTMLElement;
  const titles = () =>
    screen
      .getAllByRole('row')
      .map((item) => item.textContent?.match(/Title (t\d+)/)?.[1])
      .join(' ');
  return { ...view, server, bodies, row, titles };
}

describe('playlist', () => {
  it('shows its owner and length, and plays', async () => {
    const { row } = await show(3, { description: 'For the road', isPublic: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'List p1' })).toBeTruthy();
    expect(screen.getByText('For the road')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Private' })).toBeTruthy();
    expect(await screen.findByText(/3 songs · 10m/)).toBeTruthy();
    await waitFor(() => expect(row(2)).toBeTruthy());
    await userEvent.dblClick(within(row(2)).getByText('Title t2'));
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
    expect(fakePlayer.getState().played[0]).toHaveLength(3);
  });

  it('links to its owner, but not to a private profile', async () => {
    const { unmount } = await show(1, { isOwner: false, owner: { id: 'x', name: 'Bea' } });
    expect((await screen.findByRole('link', { name: 'By Bea' })).getAttribute('href')).toBe('/users/x');
    unmount();
    await show(1, { isOwner: false, owner: { id: null, name: 'A member' } });
    expect(await screen.findByText(/By A member/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'By A member' })).toBeNull();
  });

  it('keeps its small buttons on one line', async () => {
    await show(1);
    const more = await screen.findByRole('button', { name: 'More options for List p1' });
    expect(within(more.closest('[data-slot="hero-icons"]') as HTMLElement).getAllByRole('button').length).toBeGreaterThan(1);
  });

  it('renders few of 50,000 rows and counts them all', async () => {
    const { server } = await show(50_000);
    const grid = await screen.findByRole('grid', { name: 'Songs in the playlist' });
    expect(grid.getAttribute('aria-rowcount')).toBe('50000');
    expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(30);
    expect(server.of('GET /api/playlists/p1/tracks')).toEqual(['GET /api/playlists/p1/tracks?at=0&limit=200']);
  });

  it('moves a song with Alt and an arrow key at once, and announces its position', async () => {
    const { row, bodies, titles } = await show(4);
    await waitFor(() => expect(row(1)).toBeTruthy());
    row(1).focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(titles()).toBe('t2 t1 t3 t4'));
    expect(bodies.move).toEqual({ entryIds: ['e1'], after: 'e2' });
    expect(screen.getByText('Title t1, now number 2 of 4')).toBeTruthy();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(titles()).toBe('t1 t2 t3 t4'));
    expect(bodies.move).toEqual({ entryIds: ['e1'], after: '' });
  });

  it('moves a song to an entered position', async () => {
    const { row, bodies, titles } = await show(4);
    await waitFor(() => expect(row(1)).toBeTruthy());
    fireEvent.contextMenu(row(1), { clientX: 50, clientY: 50 });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to position…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to position' }));
    const field = dialog.getByLabelText('Position');
    await userEvent.clear(field);
    await userEvent.type(field, '9');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(dialog.getByText('Enter a number from 1 to 4.')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '3{Enter}');
    await waitFor(() => expect(titles()).toBe('t2 t3 t1 t4'));
    expect(bodies.move).toEqual({ entryIds: ['e1'], after: 'e3' });
  });

  it('removes a song and restores it', async () => {
    const { row, bodies, titles } = await show(3);
    await waitFor(() => expect(row(2)).toBeTruthy());
    row(2).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(titles()).toBe('t1 t3'));
    expect(bodies.remove).toEqual({ entryIds: ['e2'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toBe('t1 t2 t3'));
    expect(bodies.restore).toEqual({ removed: [{ trackId: 't2', after: 'e1' }] });
  });

  it('restores a song that the server did not remove, and says so', async () => {
    const refuse = () => ({ status: 500, body: { detail: 'Internal server error.' } });
    const { row, titles } = await show(3, {}, { 'POST /api/playlists/p1/tracks/remove': refuse });
    await waitFor(() => expect(row(2)).toBeTruthy());
    row(2).focus();
    await userEvent.keyboard('{Delete}');
    expect(await screen.findByText('Could not save the change')).toBeTruthy();
    await waitFor(() => expect(titles()).toBe('t1 t2 t3'));
  });

  it('removes all selected songs', async () => {
    const { row, bodies, titles } = await show(4);
    await waitFor(() => expect(row(1)).toBeTruthy());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Title t1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Title t3' }));
    const bar = within(await screen.findByRole('toolbar'));
    expect(bar.getByText('2 selected')).toBeTruthy();
    await userEvent.click(bar.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from this playlist' }));
    await waitFor(() => expect(titles()).toBe('t2 t4'));
    expect(bodies.remove).toEqual({ entryIds: ['e1', 'e3'] });
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('shows another order without changing its own', async () => {
    const { row, titles, server } = await show(11);
    await waitFor(() => expect(row(1)).toBeTruthy());
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Title');
    await waitFor(() => expect(titles()).toBe('t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11'));
    row(1).focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(server.of('POST')).toEqual([]);
  });

  it('is read-only for people who may only listen', async () => {
    const { row } = await show(3, { canEdit: false, isOwner: false, owner: { id: 'x', name: 'Bea' } });
    await waitFor(() => expect(row(1)).toBeTruthy());
    expect(screen.getByRole('link', { name: 'By Bea' }).getAttribute('href')).toBe('/users/x');
    fireEvent.contextMenu(row(1), { clientX: 50, clientY: 50 });
    await screen.findByRole('menu');
    expect(screen.queryByRole('menuitem', { name: 'Move down' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Remove from this playlist' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'More options for List p1' }));
    expect(screen.queryByRole('menuitem', { name: 'Delete playlist' })).toBeNull();
    expect(screen.getByRole('menuitem', { name: 'Export as XSPF' })).toBeTruthy();
  });

  it('asks before deleting, and leads back', async () => {
    const { address, server } = await show(1, {}, { 'DELETE /api/playlists/p1': () => ({ detail: 'The playlist is deleted.' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'More options for List p1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete playlist' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete List p1?' }));
    expect(server.of('DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete playlist' }));
    await waitFor(() => expect(address()).toBe('/playlists'));
    expect(screen.getByText('Playlist deleted')).toBeTruthy();
  });

  it('says if the playlist does not exist', async () => {
    serve(signedIn);
    await renderPages({ '/playlists/$playlistId': PlaylistPage }, '/playlists/nope');
    expect(await screen.findByText('Playlist not found')).toBeTruthy();
  });
});
