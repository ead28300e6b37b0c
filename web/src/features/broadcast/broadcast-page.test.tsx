import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aTrack, fakePlayer, onFree, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { dismissToast } from '@/ui/toast/toast-store';
import { BroadcastPage } from './broadcast-page';

vi.mock('@/player/view/use-player', async () => import('@/testing/pages'));

const station = (fields = {}) => aStation('s1', { name: 'Night FM', mode: 'both', canManage: true, ...fields });
const requested = (id: string, title: string, state = 'waiting') => ({
  id,
  track: aTrack(id, { title, artist: 'Nina' }),
  by: { id: 'm', name: 'Max' },
  isOwn: false,
  message: 'For Bremen',
  votes: 2,
  hasVoted: false,
  state,
  reason: '',
  askedAt: '2026-01-01T12:00:00Z',
  at: null,
});
const show = (tab: string) => renderPages({ '/radios/$id/manage': BroadcastPage }, `/radios/s1/manage?tab=${tab}`);

beforeEach(() => {
  resetPlayer();
  dismissToast();
});

describe('requests', () => {
  const queue = { taken: [], slots: [], problem: '' };
  const requests = { isOpen: true, perHour: 3, isByVote: true, items: [requested('r1', 'Sinnerman'), requested('r2', 'Gone', 'played')] };

  it('are accepted or refused', async () => {
    const { calls } = serve({
      ...signedIn,
      'GET /api/radios/s1': () => station(),
      'GET /api/radios/s1/queue': () => queue,
      'GET /api/radios/s1/requests': () => requests,
      'POST /api/radios/s1/requests/r1/queue': () => queue,
      'DELETE /api/radios/s1/requests/r1': () => ({ detail: '' }),
    });
    await show('next');
    const list = await screen.findByRole('list', { name: 'Requests' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list.textContent).toContain('requested by Max · 2 votes');
    await userEvent.click(within(list).getByRole('button', { name: 'Play Sinnerman next' }));
    await waitFor(() => expect(calls.join()).toContain('requests/r1/queue'));
    await userEvent.click(within(list).getByRole('button', { name: 'Decline Sinnerman' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(calls.join()).toContain('DELETE /api/radios/s1/requests/r1'));
  });
});

describe('what comes next', () => {
  const slot = (id: string, reason: string, rule = '') => ({
    id,
    kind: 'music',
    at: '2026-01-01T12:00:00Z',
    seconds: 200,
    length: 200,
    trackId: id,
    artist: 'Nina',
    title: `Song ${id}`,
    album: 'Blue',
    coverUrl: null,
    listId: null,
    showId: null,
    show: null,
    requestId: null,
    reason,
    rule,
    isRelaxed: rule !== '',
    isPinned: false,
    isStandby: false,
    isOver: false,
    until: null,
  });

  it('shows a broken rule once, and one cover per album', async () => {
    const often = [1, 2, 3].map((n) => slot(`s${n}`, `Nothing else in “A: B” keeps 60 minutes: it is ${n} minutes now.`, 'artist'));
    const once = slot('s5', 'Nothing else keeps 30 minutes: it is 2 minutes now.', 'album');
    serve({
      ...signedIn,
      'GET /api/radios/s1': () => station({ options: { artistMinutes: 60 } }),
      'GET /api/radios/s1/queue': () => ({ taken: [], slots: [...often, slot('s4', 'Next in the shuffle: A.'), once], problem: '' }),
      'GET /api/radios/s1/requests': () => ({ isOpen: false, perHour: 3, isByVote: false, items: [] }),
    });
    await show('next');
    const list = await screen.findByRole('list', { name: 'Up next' });
    expect(screen.getAllByText('Too little music to keep 60 minutes between two tracks by the same artist.')).toHaveLength(1);
    expect(screen.queryByText(/Nothing else in/)).toBeNull();
    expect(within(list).getByText('Nothing else keeps 30 minutes: it is 2 minutes now.')).toBeTruthy();
    expect(within(list).getByText('Next in the shuffle: A.')).toBeTruthy();
    const covers = [...list.querySelectorAll('img')].map(({ src }) => src);
    expect(new Set(covers).size).toBe(1);
  });
});

describe('recordings', () => {
  const recording = {
    id: 'rec1',
    stationId: 's1',
    stationName: 'Night FM',
    title: 'Friday',
    djName: 'Ana',
    state: 'ready',
    reason: '',
    beganAt: '2026-01-01T12:00:00Z',
    endedAt: '2026-01-01T13:00:00Z',
    duration: 3600,
    size: 5e7,
    from: 0,
    to: 3600,
    tracklist: [{ seconds: 61, artist: 'Nina', title: 'Sinnerman', trackId: 't1' }],
    mixId: 'm1',
    isPublished: false,
    isPublic: false,
    description: '',
  };

  it('are played, trimmed and published', async () => {
    const { bodies } = serve({
      ...signedIn,
      'GET /api/radios/s1': () => station(),
      'GET /api/recordings': () => [recording],
      'GET /api/recordings/rec1/waveform': () => ({ low: 'AAEC', mid: 'AAEC', high: 'AAEC' }),
      'PUT /api/recordings/rec1': () => recording,
    });
    const saved = () => bodies('PUT /api/recordings/rec1');
    await show('recordings');
    await userEvent.click(await screen.findByRole('button', { name: 'Play Friday' }));
    expect(fakePlayer.getState().played[0]?.[0]).toMatchObject({ id: 'm1', audioUrl: '/api/mixes/m1/stream' });
    await userEvent.click(screen.getByRole('switch', { name: 'Published' }));
    await waitFor(() => expect(saved()).toEqual([{ isPublished: true }]));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Friday' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Friday' });
    const from = within(dialog).getByRole('textbox', { name: 'Starts at' });
    await userEvent.clear(from);
    await userEvent.type(from, '1:00{Enter}');
    expect(dialog.textContent).toContain('Length after trimming: 59:00');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()[1]).toMatchObject({ title: 'Friday', from: 60, to: 0, tracklist: recording.tracklist }));
  });
});

describe('what the plan limits', () => {
  const NONE = { name: 'privateStations', included: false, limit: null, used: null };

  it('is how long a show is recorded', async () => {
    const answers = { ...signedIn, 'GET /api/radios/s1': () => station(), 'GET /api/recordings': () => [] };
    serve({ ...answers, ...onFree({ name: 'recordingLength', included: true, limit: 90, used: null }) });
    await show('recordings');
    expect(await screen.findByText(/the recording ends after 90 minutes with your Free plan/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
  });

  it.each([
    [true, false],
    [false, true],
  ])('is whether a station can be made private; one that is private stays so (public: %s)', async (isPublic, hasSwitch) => {
    serve({ ...signedIn, 'GET /api/radios/s1': () => station({ isPublic }), ...onFree(NONE) });
    const { client } = await show('station');
    await screen.findByRole('button', { name: 'Save' });
    await waitFor(() => expect(client.getQueryData(['/api/premium'])).toBeTruthy());
    await waitFor(() => expect(screen.queryByText(/does not include private radio stations/) !== null).toBe(!hasSwitch));
    expect(screen.queryByRole('switch', { name: 'Public' }) !== null).toBe(hasSwitch);
  });
});

describe('the station', () => {
  it('is deleted once its name is typed', async () => {
    const { of } = serve({ ...signedIn, 'GET /api/radios/s1': () => station(), 'DELETE /api/radios/s1': () => ({ detail: '' }) });
    await show('station');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete station' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete Night FM?' });
    const button = within(dialog).getByRole('button', { name: 'Delete station' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Type “Night FM” to confirm' }), 'night{Enter}');
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(of('DELETE')).toEqual([]);
    await userEvent.type(within(dialog).getByRole('textbox'), ' fm{Enter}');
    await waitFor(() => expect(of('DELETE')).toEqual(['DELETE /api/radios/s1']));
  });
});

describe('the logo', () => {
  it('is uploaded as a file', async () => {
    const sent: { address: string; form?: FormData }[] = [];
    class FakeUpload {
      status = 200;
      responseText = '';
      upload = {};
      onload?: () => void;
      call = { address: '' } as { address: string; form?: FormData };
      open(method: string, path: string) {
        this.call.address = `${method} ${path}`;
        sent.push(this.call);
      }
      setRequestHeader() {}
      send(form: FormData) {
        this.call.form = form;
        this.responseText = JSON.stringify(station());
        this.onload?.();
      }
    }
    vi.stubGlobal('XMLHttpRequest', FakeUpload);
    serve({ ...signedIn, 'GET /api/radios/s1': () => station() });
    await show('station');
    const logo = new File(['x'], 'logo.png', { type: 'image/png' });
    await userEvent.upload(await screen.findByLabelText('Choose image', { selector: 'input' }), logo);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.address).toBe('POST /api/radios/s1/logo');
    expect(sent[0]?.form?.get('file')).toMatchObject({ name: 'logo.png' });
    vi.unstubAllGlobals();
  });
});
