import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { uploadFile } from '@/api/upload';
import type { Recorder } from '@/dj/recording/recorder';
import type { SenderState } from '@/dj/recording/sender';
import { renderPages, serve } from '@/testing/pages';
import { SaveDialog } from './save-dialog';

vi.mock('@/api/upload', () => ({ uploadFile: vi.fn(async () => ({})) }));

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.mocked(uploadFile).mockClear();
});

const recording = {
  id: 'r1',
  owner: 'u',
  beganAt: 0,
  seconds: 200,
  tracklist: [
    { seconds: 0, artist: 'Ada', title: 'One', trackId: 't1' },
    { seconds: 65, artist: '', title: 'Two', trackId: null },
  ],
};

/** The dialog of a creator, on a server that refuses a tracklist with the word “wrong”, and loses the answer about a mix named “Lost”. */
async function world(sent: SenderState = SENT) {
  const server = serve({
    'GET /api/mixes': () => [{ id: 'm1', audioUrl: '/media/audio/up.opus' }],
    'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator' }),
    'GET /api/uploads/up': () => ({ audioUrl: '/media/audio/up.opus' }),
    'POST /api/mixes': () => {
      if (JSON.stringify(server.bodies('POST /api/mixes').at(-1)).includes('Lost')) throw new TypeError('Failed to fetch');
      return { id: 'm1' };
    },
    'PATCH /api/mixes/m1': () => ({ id: 'm1' }),
    'PUT /api/mixes/m1/tracklist': () => {
      const sent = server.bodies('PUT /api/mixes/m1/tracklist').at(-1);
      return JSON.stringify(sent).includes('wrong') ? { status: 400, body: { detail: 'x', text: ['Line 3 has no time.'] } } : { id: 'm1' };
    },
  });
  const forget = vi.fn(async () => {});
  const sender = {
    subscribe: () => () => {},
    get: () => sent,
    whole: async () => 'up',
  };
  const recorder = {
    sender,
    forget,
    discard: vi.fn(),
    sound: async () => new Blob(['x']),
    peaks: async () => [0.5, 1],
  } as unknown as Recorder;
  const onClose = vi.fn();
  await renderPages({ '/': () => <SaveDialog recorder={recorder} recording={recording} onClose={onClose} /> }, '/');
  await userEvent.type(await screen.findByLabelText('Name of the mix'), 'Night');
  await userEvent.clear(screen.getByLabelText('DJ name'));
  await userEvent.type(screen.getByLabelText('DJ name'), 'Ana');
  return { server, forget, onClose };
}

const SENT: SenderState = { phase: 'whole', sent: 1, refusal: null };

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save mix' }));

it('publishes the recording with its tracklist, which names the tracks, and its picture', async () => {
  const { server, forget, onClose } = await world();
  const picture = new File(['p'], 'p.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Choose a picture'), picture);
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.bodies('POST /api/mixes')).toEqual([
    { title: 'Night', djName: 'Ana', genre: '', tags: [], isPublic: true, earlyDays: 0, audioUrl: '/media/audio/up.opus' },
  ]);
  expect(server.bodies('PUT /api/mixes/m1/tracklist')).toEqual([{ tracklist: recording.tracklist }]);
  expect(uploadFile).toHaveBeenCalledWith('/api/mixes/m1/cover', picture, expect.anything());
  expect(forget).toHaveBeenCalledOnce();
});

it('publishes the part that the DJ keeps, with its tags, and sends the tracklist with the times of the whole', async () => {
  const { server, onClose } = await world();
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '12.5' } });
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '3' } });
  expect((screen.getByLabelText('End') as HTMLInputElement).value).toBe('13.5');
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '180' } });
  screen.getByText('2:47 are kept');
  await userEvent.type(screen.getByLabelText('Tags'), 'live, , sunset');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.bodies('POST /api/mixes')).toMatchObject([{ from: 12.5, to: 180, tags: ['live', 'sunset'] }]);
  expect(server.bodies('PUT /api/mixes/m1/tracklist')).toEqual([{ tracklist: recording.tracklist, from: 12.5 }]);
});

it('keeps a tracklist that the server does not understand, and does not publish the mix twice', async () => {
  const { server, forget, onClose } = await world();
  await userEvent.type(screen.getByLabelText('Tracklist'), '\nwrong');
  await save();
  await screen.findByText('Line 3 has no time.');
  screen.getByText(/^The mix is saved, but/);
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(forget).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('Tracklist'));
  await userEvent.type(screen.getByLabelText('Tracklist'), '0:00 One');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.bodies('POST /api/mixes')).toHaveLength(1);
  expect(server.bodies('PATCH /api/mixes/m1')).toEqual([
    { title: 'Night', djName: 'Ana', genre: '', tags: [], isPublic: true, earlyDays: 0 },
  ]);
  expect(server.bodies('PUT /api/mixes/m1/tracklist').at(-1)).toEqual({ text: '0:00 One' });
});

it('finds the mix of an attempt whose answer was lost, and does not publish another one', async () => {
  const { server, onClose } = await world();
  await userEvent.type(screen.getByLabelText('Name of the mix'), ' Lost');
  await save();
  await screen.findByRole('alert');
  await userEvent.clear(screen.getByLabelText('Name of the mix'));
  await userEvent.type(screen.getByLabelText('Name of the mix'), 'Found');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.bodies('POST /api/mixes')).toHaveLength(1);
  expect(server.bodies('PATCH /api/mixes/m1')).toMatchObject([{ title: 'Found' }]);
});

it('lets the recording go when it closes after the mix was published', async () => {
  const { forget, onClose } = await world();
  await userEvent.type(screen.getByLabelText('Tracklist'), '\nwrong');
  await save();
  await screen.findByText('Line 3 has no time.');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(forget).toHaveBeenCalledOnce();
});

it('plays what the server has, and what this browser has if that fails', async () => {
  await world();
  const preview = await screen.findByLabelText('Preview');
  expect(preview.getAttribute('src')).toBe('/media/audio/up.opus');
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('mix-1970-01-01-00-00.opus');
  fireEvent.error(preview);
  await waitFor(() => expect(screen.getByLabelText('Preview').getAttribute('src')).toBe('blob:x'));
});

it('plays what this browser has while the server does not respond', async () => {
  await world({ ...SENT, phase: 'waiting' });
  expect((await screen.findByLabelText('Preview')).getAttribute('src')).toBe('blob:x');
});

it('waits for the last seconds to arrive at the server, and can be saved meanwhile', async () => {
  const { onClose } = await world({ ...SENT, phase: 'sending' });
  expect(screen.queryByLabelText('Preview')).toBeNull();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
