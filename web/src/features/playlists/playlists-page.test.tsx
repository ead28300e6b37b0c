import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePlaylistDialog } from '@/lib/playlists';
import { fakePlayer, held, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { PlaylistsPage } from './playlists-page';
import { aPlaylist, entries, stretch } from './testing';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(() => {
  resetPlayer();
  // A width to divide into columns.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const show = () => renderPages({ '/playlists': PlaylistsPage }, '/playlists');

describe('Your Playlists', () => {
  it('shows six placeholders while they load, then who can open each', async () => {
    const { answer, release } = held([
      aPlaylist('p1', { name: 'Evening', isPublic: false }),
      aPlaylist('p2', { name: 'Fresh', kind: 'smart', canEdit: false }),
      aPlaylist('p3', { name: 'Ours', isOwner: false, owner: { id: 'x', name: 'Bea' }, isCollaborative: true }),
    ]);
    serve({ ...signedIn, 'GET /api/playlists': answer });
    const { container } = await show();
    await screen.findByRole('heading', { name: 'Your Playlists' });
    await vi.waitFor(() => expect(container.querySelectorAll('[data-slot="skeleton"].absolute')).toHaveLength(6));
    release();
    expect(await screen.findByRole('link', { name: 'Evening' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Private' })).toHaveLength(1);
    expect(screen.getAllByRole('img', { name: 'Public' })).toHaveLength(2);
    expect(screen.getByRole('img', { name: 'Smart' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Shared' })).toBeTruthy();
    expect(screen.getByText('By Bea')).toBeTruthy();
  });

  it('says if there are none, and offers every way to create one', async () => {
    serve({ ...signedIn, 'GET /api/playlists': () => [] });
    await show();
    expect(await screen.findByRole('heading', { name: 'No playlists yet' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create Playlist' }));
    expect(usePlaylistDialog.getState().open).toBe('new');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('dialog', { name: 'Import playlist' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Choose file', { selector: 'input' }).accept.split(',')).toContain('.jspf');
  });

  it('requests nothing for visitors', async () => {
    const server = serve({ 'GET /api/auth/user': () => ({ status: 401, body: { detail: 'No.' } }) });
    await show();
    await screen.findByRole('heading', { name: 'Your Playlists' });
    expect(server.of('GET /api/playlists')).toEqual([]);
  });

  it('plays one from its card', async () => {
    const list = entries(3);
    serve({ ...signedIn, 'GET /api/playlists': () => [aPlaylist('p1')], 'GET /api/playlists/p1/tracks': (url) => stretch(list, url) });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Play List p1' }));
    await vi.waitFor(() => expect(fakePlayer.getState().current?.track.id).toBe('t1'));
  });
});
