import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { send } from '@/api/tus/resumable';
import { renderPages, serve } from '@/testing/pages';
import { UploadDialog } from './upload-dialog';

const discard = vi.fn(async () => undefined);
vi.mock('@/api/tus/resumable', () => ({ send: vi.fn(), forget: vi.fn(async () => undefined) }));

const RESULT = { title: 'Harbour', artist: 'Marta', genre: 'House', audioUrl: '/media/audio/up.flac' };

beforeEach(() => {
  discard.mockClear();
  vi.mocked(send).mockImplementation(
    () => ({ done: Promise.resolve(RESULT), stop: vi.fn(), discard }) as unknown as ReturnType<typeof send>,
  );
});

/** The dialog of a creator without a name. */
async function world() {
  const server = serve({
    'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: '', lastName: '', role: 'creator' }),
    'POST /api/mixes': () => ({ id: 'm1' }),
    'PUT /api/mixes/m1/tracklist': () => ({ id: 'm1' }),
  });
  const onClose = vi.fn();
  const page = await renderPages({ '/': () => <UploadDialog onClose={onClose} />, '/mixes/$id': () => <p>The page of the mix</p> }, '/');
  await userEvent.upload(await screen.findByLabelText('Choose a file'), new File(['x'], 'set.flac', { type: 'audio/flac' }));
  return { server, onClose, page };
}

it('publishes a file with what it says about itself, and the tracklist of a cue sheet', async () => {
  const { server } = await world();
  await screen.findByDisplayValue('Harbour');
  screen.getByDisplayValue('Marta');
  await userEvent.upload(screen.getByLabelText('Read a cue sheet'), new File(['TRACK 01 AUDIO'], 'set.cue', { type: 'text/plain' }));
  await screen.findByDisplayValue('TRACK 01 AUDIO');
  await userEvent.click(screen.getByRole('button', { name: 'Save mix' }));
  await screen.findByText('The page of the mix');
  expect(server.bodies('POST /api/mixes')).toEqual([
    { title: 'Harbour', djName: 'Marta', genre: 'House', tags: [], isPublic: true, earlyDays: 0, audioUrl: '/media/audio/up.flac' },
  ]);
  expect(server.bodies('PUT /api/mixes/m1/tracklist')).toEqual([{ text: 'TRACK 01 AUDIO' }]);
  expect(discard).not.toHaveBeenCalled();
});

it('says why a file was refused, and leaves nothing on the server when it closes without a mix', async () => {
  vi.mocked(send).mockImplementation(
    () => ({ done: Promise.reject(new Error('No room.')), stop: vi.fn(), discard }) as unknown as ReturnType<typeof send>,
  );
  const { page } = await world();
  await screen.findByText(/No room|was not uploaded/);
  expect((screen.getByRole('button', { name: 'Save mix' }) as HTMLButtonElement).disabled).toBe(true);
  page.unmount();
  await waitFor(() => expect(discard).toHaveBeenCalledOnce());
});
