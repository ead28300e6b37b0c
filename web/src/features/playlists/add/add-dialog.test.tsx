import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { PlaylistDialogs } from '@/features/playlists/playlist-dialogs';
import { aPlaylist } from '@/features/playlists/testing';
import { closePlaylistDialog, openAddToPlaylist, usePlaylistDialog } from '@/lib/playlists';
import { renderPages, serve, signedIn } from '@/testing/pages';
import { dismissToast } from '@/ui/toast/toast-store';
import { noteUse } from './recent';

beforeEach(() => {
  localStorage.clear();
  dismissToast();
  closePlaylistDialog();
});

function Page() {
  return usePlaylistDialog((state) => state.open !== undefined) && <PlaylistDialogs />;
}

type Body = { trackIds: string[]; duplicates: 'add' | 'skip' };

async function show(skipped: string[] = []) {
  const sent: Body[] = [];
  serve({
    ...signedIn,
    'GET /api/playlists': () => [
      aPlaylist('p1', { name: 'Evening' }),
      aPlaylist('p2', { name: 'Día' }),
      aPlaylist('p3', { name: 'Rules', kind: 'smart', canEdit: false }),
    ],
    'POST /api/playlists': () => aPlaylist('p9', { name: 'Sunday' }),
    'POST /api/playlists/p9/tracks': () => ({ version: 1, added: [{ entryId: 'e1', trackId: 't1' }], skipped: [] }),
    'POST /api/playlists/p2/tracks': () => {
      const { trackIds, duplicates } = sent.at(-1) as Body;
      const left = duplicates === 'skip' ? skipped : [];
      const added = trackIds.filter((id) => !left.includes(id)).map((trackId) => ({ entryId: `e-${trackId}`, trackId }));
      return { version: 2, added, skipped: left };
    },
  });
  const served = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)));
    return served(input, init);
  };
  await renderPages({ '/': Page }, '/');
  openAddToPlaylist([{ id: 't1' }, { id: 't2' }]);
  await screen.findByRole('dialog', { name: 'Add to playlist' });
  await screen.findByRole('button', { name: /Evening/ });
  return { sent };
}

describe('add to playlist', () => {
  it('offers playlists that the person can change, the last used first, and finds them by name', async () => {
    noteUse('p2');
    await show();
    const names = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(names()).toEqual(['Día3 songs', 'Evening3 songs']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a playlist' }), 'dia');
    expect(names()).toEqual(['Día3 songs']);
  });

  it('adds and confirms', async () => {
    const { sent } = await show();
    await userEvent.click(screen.getByRole('button', { name: /Día/ }));
    expect(await screen.findByText('Added to Día')).toBeTruthy();
    expect(screen.getByText('2 songs added')).toBeTruthy();
    expect(sent).toEqual([{ trackIds: ['t1', 't2'], duplicates: 'skip' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks about songs that are already in the playlist', async () => {
    const { sent } = await show(['t2']);
    await userEvent.click(screen.getByRole('button', { name: /Día/ }));
    expect(await screen.findByRole('dialog', { name: 'Already in Día' })).toBeTruthy();
    expect(screen.getByText('1 of these songs is already in the playlist.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add anyway' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ trackIds: ['t2'], duplicates: 'add' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('skips them on request', async () => {
    const { sent } = await show(['t1', 't2']);
    await userEvent.click(screen.getByRole('button', { name: /Día/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(sent).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('creates a new playlist with the entered name', async () => {
    const { sent } = await show();
    await userEvent.type(screen.getByRole('searchbox'), 'Sunday');
    await userEvent.click(screen.getByRole('button', { name: 'New playlist “Sunday”' }));
    expect(await screen.findByText('Added to Sunday')).toBeTruthy();
    expect(sent[0]).toEqual({ name: 'Sunday', description: '', isPublic: true });
  });
});
