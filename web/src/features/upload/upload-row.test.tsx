import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/error';
import { onFree, renderPages, serve, signedIn } from '@/testing/pages';
import { addFiles, useUploads } from './queue';
import { UploadRow } from './upload-row';

let refuse: (error: Error) => void = () => {};
vi.mock('@/api/tus/resumable', () => ({
  send: () => ({
    done: new Promise((_, reject) => {
      refuse = reject;
    }),
    stop: async () => {},
    discard: async () => {},
  }),
  forget: async () => {},
}));

const GB = 1 << 30;

const Rows = () => useUploads(({ items }) => items).map((item) => <UploadRow key={item.id} item={item} />);

it.each([
  ['the plan allows no uploads', 403, 'plan_limit', null, 5 * GB, true],
  ['the room that the plan grants is full', 413, 'quota_exceeded', 1024, GB, true],
  ['the room that the operator grants is full', 413, 'quota_exceeded', 1024, 5 * GB, false],
  ['the plan does not limit the room', 413, 'quota_exceeded', null, 5 * GB, false],
  ['the file is no music', 400, 'invalid', 1024, GB, false],
])('says why a file is refused, with the way to other plans if one helps: %s', async (_, status, code, limit, quota, hasWay) => {
  const { calls } = serve({
    ...signedIn,
    ...onFree({ name: 'storage', included: true, limit, used: 1 }),
    'GET /api/account/storage': () => ({ used: 1, quota }),
  });
  useUploads.setState({ items: [] });
  addFiles([new File(['x'], 'song.wav')]);
  await vi.waitFor(() => expect(useUploads.getState().items[0]?.state).toBe('sending'));
  await renderPages({ '/': Rows }, '/');
  await vi.waitFor(() => refuse(new ApiError(status, JSON.stringify({ detail: 'Not this file.', code }), '')));
  expect((await screen.findByRole('alert')).textContent).toContain('Not this file.');
  const asks = code === 'quota_exceeded' && limit !== null;
  await waitFor(() => expect(calls.some((call) => call.includes('storage'))).toBe(asks));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'See plans' }) !== null).toBe(hasWay));
});
