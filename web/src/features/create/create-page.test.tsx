import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closePlaylistDialog, usePlaylistDialog } from '@/lib/playlists';
import { useUploadDialog } from '@/lib/upload';
import { aTrack, fakePlayer, onFree, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { dismissToast } from '@/ui/toast/toast-store';
import { CreatePage } from './create-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));

const person = (role: string) => ({
  'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role }),
});
const show = (at = '/create') => renderPages({ '/create': CreatePage }, at);

beforeEach(() => {
  dismissToast();
  resetPlayer();
  closePlaylistDialog();
});

describe('Create', () => {
  it('has six cards with links', async () => {
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

  it('tells listeners who can help', async () => {
    serve(person('listener'));
    await show();
    expect(await screen.findByText(/Ask the operator of this server/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    expect(await screen.findByRole('dialog', { name: 'Your account cannot create stations' })).toBeTruthy();
  });

  it('creates a station from a playlist, opens its page and plays it', async () => {
    const station = aStation('s1', { name: 'Evening' });
    const { bodies } = serve({
      ...person('creator'),
      'GET /api/playlists': () => [{ id: 'p1', name: 'Evening' }],
      'POST /api/radios': () => station,
    });
    const { address } = await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false, false]);
    await userEvent.click(dialog.getByRole('button', { name: 'Start station' }));
    expect(dialog.getByText('Enter a name for the station.')).toBeTruthy();
    expect(dialog.getByText('Choose a playlist for the station.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Playlist' }), 'Evening');
    expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Evening');
    await userEvent.click(dialog.getByRole('button', { name: 'Start station' }));
    expect(await screen.findByText('Station created')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/radios/s1'));
    expect(bodies('POST /api/radios')[0]).toMatchObject({ name: 'Evening', mode: 'autodj', playlistId: 'p1', isPublic: true });
    expect(fakePlayer.getState().current?.track).toMatchObject({ id: 's1', audioUrl: '/radio/s1', live: true });
  });

  it('says that the plan includes no more stations, and leads to the plans', async () => {
    serve({ ...person('creator'), ...onFree({ name: 'stations', included: true, limit: 10, used: 10 }) });
    await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    expect(await dialog.findByText(/You have as many radio stations as your Free plan includes/)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
    expect(dialog.queryByRole('button', { name: 'Start station' })).toBeNull();
  });

  it('says that the plan has no private stations, instead of a switch that the server would refuse', async () => {
    serve({ ...person('creator'), ...onFree({ name: 'privateStations', included: false, limit: null, used: null }) });
    await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    expect(await dialog.findByText(/Your Free plan does not include private radio stations/)).toBeTruthy();
    expect(dialog.queryByRole('switch', { name: 'Visible to visitors' })).toBeNull();
  });

  it('creates a relay, and a station for live DJs', async () => {
    const { bodies } = serve({
      ...person('admin'),
      'GET /api/playlists': () => [],
      'POST /api/radios': () => aStation('s2', { mode: 'live' }),
    });
    await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    await userEvent.click(dialog.getByRole('radio', { name: /Relay an external stream/ }));
    await userEvent.type(dialog.getByLabelText('Name'), 'Jazz FM');
    await userEvent.type(dialog.getByLabelText('Stream address'), 'jazz{Enter}');
    expect(dialog.getByText('Enter an address that starts with http:// or https://.')).toBeTruthy();
    await userEvent.clear(dialog.getByLabelText('Stream address'));
    await userEvent.type(dialog.getByLabelText('Stream address'), 'https://radio.example/jazz');
    await userEvent.click(dialog.getByRole('radio', { name: /Go on air yourself/ }));
    expect(dialog.queryByLabelText('Stream address')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Start station' }));
    expect(await screen.findByText('Station created')).toBeTruthy();
    expect(bodies('POST /api/radios')[0]).toMatchObject({ name: 'Jazz FM', mode: 'live' });
    expect(fakePlayer.getState().played).toEqual([]);
  });

  it('finds a station in the directory and relays it', async () => {
    let isOff = true;
    const { bodies } = serve({
      ...person('creator'),
      'GET /api/playlists': () => [],
      'GET /api/radios/directory': () => {
        if (isOff) throw new Error('off');
        return [{ id: 'd1', name: 'Radio Nord', genre: 'ambient', country: 'Germany', format: 'MP3', bitrate: 128 }];
      },
      'POST /api/radios/directory': () => aStation('s3', { name: 'Radio Nord', mode: 'relay' }),
    });
    const { address } = await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    await userEvent.click(dialog.getByRole('radio', { name: /Relay an external stream/ }));
    const search = dialog.getByRole('searchbox', { name: 'Find a station' });
    await userEvent.type(search, 'nor');
    expect(await dialog.findByRole('alert')).toBeTruthy();
    isOff = false;
    await userEvent.type(search, 'd{Enter}');
    expect(await dialog.findByText('ambient · Germany · MP3 128')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Add Radio Nord' }));
    await waitFor(() => expect(address()).toBe('/radios/s3'));
    expect(bodies('POST /api/radios/directory')).toEqual([{ id: 'd1', isPublic: true }]);
    expect(fakePlayer.getState().current?.track).toMatchObject({ id: 's3', live: true });
  });

  it('offers the whole library to people without playlists', async () => {
    let lists: object[] = [];
    const { bodies } = serve({
      ...person('creator'),
      'GET /api/playlists': () => lists,
      'POST /api/playlists': () => {
        lists = [{ id: 'p9', name: 'Whole library', kind: 'smart' }];
        return lists[0];
      },
      'POST /api/radios': () => aStation('s4'),
    });
    await show();
    await screen.findByRole('button', { name: 'Choose files' });
    await userEvent.click(screen.getByRole('button', { name: 'New station' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New radio station' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Play the whole library' }));
    await waitFor(() => expect((dialog.getByRole('combobox', { name: 'Playlist' }) as HTMLSelectElement).value).toBe('p9'));
    await userEvent.click(dialog.getByRole('button', { name: 'Start station' }));
    await waitFor(() => expect(bodies('POST /api/radios')[0]).toMatchObject({ name: 'Whole library', playlistId: 'p9' }));
  });

  it('lists what the person created, newest first', async () => {
    serve({
      ...signedIn,
      'GET /api/playlists': () => [
        { id: 'p1', name: 'Evening', kind: 'list', isOwner: true, coverUrl: '/c', updatedAt: '2026-02-01T00:00:00Z' },
        { id: 'p2', name: 'Theirs', kind: 'list', isOwner: false, coverUrl: '/c', updatedAt: '2026-05-01T00:00:00Z' },
      ],
      'GET /api/account/tracks': () => [
        aTrack('t1', { title: 'Mine', addedAt: '2026-03-01T00:00:00Z' }),
        aTrack('t2', { title: 'Dreamt', isAiGenerated: true, addedAt: '2026-01-01T00:00:00Z' }),
        aTrack('t3', { title: 'First Night', duration: 3600, addedAt: '2026-04-01T00:00:00Z' }), // the sound of the mix
      ],
      'GET /api/mixes': () => [{ id: 'm1', title: 'First Night', duration: 3600, createdAt: '2026-04-01T00:00:00Z' }],
    });
    await show('/create?tab=projects');
    const list = await screen.findByRole('list', { name: 'Your recent projects' });
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'First NightMix · April 1, 2026Open',
      'MineUpload · March 1, 2026Open',
      'EveningPlaylist · February 1, 2026Continue',
      'DreamtAI track · January 1, 2026Open',
    ]);
    expect(within(list).getByRole('link', { name: 'Continue: Evening' }).getAttribute('href')).toBe('/playlists/p1');
    expect(within(list).getByRole('link', { name: 'Open: First Night' }).getAttribute('href')).toBe('/mixes/m1');
  });

  it('leads from an empty list to the six cards', async () => {
    serve({ ...signedIn, 'GET /api/playlists': () => [], 'GET /api/account/tracks': () => [], 'GET /api/mixes': () => [] });
    await show('/create?tab=projects');
    await userEvent.click(await screen.findByRole('button', { name: 'Start Creating' }));
    expect(await screen.findByRole('tab', { name: 'Overview', selected: true })).toBeTruthy();
  });
});
