import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aTrack, renderPages, serve, signedIn } from '@/features/tracks/testing';
import { closePlaylistDialog, usePlaylistDialog } from '@/lib/playlists';
import { useUploadDialog } from '@/lib/upload';
import { dismissToast } from '@/ui/toast-store';
import { CreatePage } from './create-page';

const person = (role: string) => ({
  'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role }),
});
const show = (at = '/create') => renderPages({ '/create': CreatePage }, at);

beforeEach(() => {
  dismissToast();
  closePlaylistDialog();
});

describe('Create', () => {
  it('has six cards, and each leads somewhere', async () => {
    serve(person('creator'));
    await show();
    expect(screen.getByRole('tab', { name: 'Overview', selected: true })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Recent Projects' })).toBeTruthy();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual([
      'Create Playlist',
      'Generate AI Music',
      'Start Radio Station',
      'Record DJ Mix',
      'Start Podcast',
      'Upload Music',
    ]);
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('Open AI Music')).toBe('/ai-music?tab=crear');
    expect(to('Open DJ Studio')).toBe('/mixes?tab=crear');
    expect(to('Open Podcasts')).toBe('/radios?tab=podcasts');
    await userEvent.click(screen.getByRole('button', { name: 'New playlist' }));
    expect(usePlaylistDialog.getState().open).toBe('new');
    await userEvent.click(await screen.findByRole('button', { name: 'Choose files' }));
    expect(useUploadDialog.getState().open).toBe(true);
  });

  it('tells listeners whom to ask', async () => {
    serve(person('listener'));
    await show();
    expect(await screen.findByText(/Ask the operator of this server/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    expect(await screen.findByRole('dialog', { name: "Stations are the operator's" })).toBeTruthy();
  });

  it('lets the operator add a station', async () => {
    const { calls } = serve({
      ...person('admin'),
      'POST /api/admin/radios': () => ({ id: 's1', name: 'Jazz FM' }),
    });
    await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    await userEvent.type(dialog.getByLabelText('Stream address'), 'jazz');
    await userEvent.click(dialog.getByRole('button', { name: 'Save station' }));
    expect(dialog.getByText('Give the station a name.')).toBeTruthy();
    expect(dialog.getByText('Enter an address that begins with http:// or https://')).toBeTruthy();
    expect(calls).not.toContain('POST /api/admin/radios');
    await userEvent.type(dialog.getByLabelText('Name'), 'Jazz FM');
    await userEvent.clear(dialog.getByLabelText('Stream address'));
    await userEvent.type(dialog.getByLabelText('Stream address'), 'https://radio.example/jazz{Enter}');
    expect(await screen.findByText('Station saved')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lists what the person made last, newest first', async () => {
    serve({
      ...signedIn,
      'GET /api/playlists': () => [
        { id: 'p1', name: 'Evening', kind: 'list', isOwner: true, coverUrl: '/c', updatedAt: '2026-02-01T00:00:00Z' },
        { id: 'p2', name: 'Theirs', kind: 'list', isOwner: false, coverUrl: '/c', updatedAt: '2026-05-01T00:00:00Z' },
      ],
      'GET /api/account/tracks': () => [
        aTrack('t1', { title: 'Mine', addedAt: '2026-03-01T00:00:00Z' }),
        aTrack('t2', { title: 'Dreamt', isAiGenerated: true, addedAt: '2026-01-01T00:00:00Z' }),
      ],
    });
    await show('/create?tab=projects');
    const list = await screen.findByRole('list', { name: 'Your recent projects' });
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'MineUpload · March 1, 2026Open',
      'EveningPlaylist · February 1, 2026Continue',
      'DreamtAI track · January 1, 2026Open',
    ]);
    expect(within(list).getByRole('link', { name: 'Continue: Evening' }).getAttribute('href')).toBe('/playlists/p1');
  });

  it('leads from nothing made to the six cards', async () => {
    serve({ ...signedIn, 'GET /api/playlists': () => [], 'GET /api/account/tracks': () => [] });
    await show('/create?tab=projects');
    await userEvent.click(await screen.findByRole('button', { name: 'Start Creating' }));
    expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeTruthy();
  });
});
