import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closePlaylistDialog, openNewPlaylist, usePlaylistDialog } from '@/lib/playlists';
import { renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { dismissToast } from '@/ui/toast/toast-store';
import { PlaylistDialogs } from './playlist-dialogs';
import { PlaylistsPage } from './playlists-page';
import { aPlaylist } from './testing';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(() => {
  resetPlayer();
  dismissToast();
  closePlaylistDialog();
  // A width to divide into columns.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

function Page() {
  const open = usePlaylistDialog((state) => state.open !== undefined);
  return (
    <>
      <PlaylistsPage />
      {open && <PlaylistDialogs />}
    </>
  );
}

async function show(make: () => unknown = () => aPlaylist('p9', { name: 'Sunday' })) {
  const sent: unknown[] = [];
  const lists = [aPlaylist('p1', { name: 'Evening', isPublic: false })];
  const server = serve({
    ...signedIn,
    'GET /api/playlists': () => lists,
    'POST /api/playlists': () => {
      const made = make();
      if (typeof made === 'object' && made !== null && 'id' in made) lists.unshift(aPlaylist('p9', { name: 'Sunday' }));
      return made;
    },
  });
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)));
    return fetched(input, init);
  });
  await renderPages({ '/playlists': Page }, '/playlists');
  await screen.findByRole('link', { name: 'Evening' });
  openNewPlaylist();
  const dialog = await screen.findByRole('dialog', { name: 'Create Playlist' });
  return { server, sent, dialog: within(dialog) };
}

describe('Create Playlist', () => {
  it('is public by default, trims the name, sends it, shows the new card and confirms', async () => {
    const { server, sent, dialog } = await show();
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Public' }).checked).toBe(true);
    await userEvent.type(dialog.getByLabelText('Name'), '  Sunday ');
    await userEvent.type(dialog.getByLabelText('Description'), ' slow ');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Playlist' }));
    expect(await screen.findByText('Playlist Created')).toBeTruthy();
    expect(screen.getByText('Your new playlist has been created successfully.')).toBeTruthy();
    expect(sent).toEqual([{ name: 'Sunday', description: 'slow', isPublic: true }]);
    expect(server.calls.findLastIndex((call) => call.startsWith('GET /api/playlists'))).toBeGreaterThan(
      server.calls.indexOf('POST /api/playlists'),
    );
    expect(await screen.findByRole('link', { name: 'Sunday' })).toBeTruthy();
  });

  it('closes afterwards, and is empty and public the next time', async () => {
    const { dialog } = await show();
    await userEvent.click(dialog.getByRole('switch', { name: 'Public' }));
    await userEvent.type(dialog.getByLabelText('Name'), 'Sunday{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    openNewPlaylist();
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(again.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  });

  it('requires a name', async () => {
    const { sent, dialog } = await show();
    await userEvent.type(dialog.getByLabelText('Name'), '   ');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Playlist' }));
    expect(await screen.findByText('Name Required')).toBeTruthy();
    expect(screen.getByText('Please enter a name for your playlist.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('keeps the input if the server refuses', async () => {
    const { dialog } = await show(() => ({ status: 500, body: { detail: 'Internal server error.' } }));
    await userEvent.type(dialog.getByLabelText('Name'), 'Sunday');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Playlist' }));
    expect(await screen.findByText('Creation Failed')).toBeTruthy();
    expect(screen.getByText('Internal server error.')).toBeTruthy();
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Sunday'));
  });
});
