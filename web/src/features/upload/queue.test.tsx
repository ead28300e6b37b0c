import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DuplicateNotice } from './duplicate-notice';
import { addFiles, patch, pause, remove, useUploads } from './queue';
import type { UploadItem } from './types';

/** The test decides when uploads finish or fail. */
const sent: { resolve: (result: unknown) => void; reject: (error: Error) => void }[] = [];
const discarded = vi.fn(async () => {});
vi.mock('@/api/tus/resumable', () => ({
  send: () => ({ done: new Promise((resolve, reject) => sent.push({ resolve, reject })), stop: async () => {}, discard: discarded }),
  forget: async () => {},
}));

const items = () => useUploads.getState().items;
const chosen = (n: number): UploadItem => items()[n] ?? expect.unreachable();

/** One after another, because the mock sends them only then. */
async function choose(...names: string[]) {
  for (const [n, name] of names.entries()) {
    addFiles([new File([name], name)]);
    await vi.waitFor(() => expect(sent).toHaveLength(n + 1));
  }
}

beforeEach(() => {
  useUploads.setState({ items: [], discarded: 0 });
  sent.length = 0;
  discarded.mockClear();
});

it('deletes a paused upload on the server when it is removed', async () => {
  await choose('paused.wav');
  pause(chosen(0).id);
  remove([chosen(0).id], { discard: true });
  await vi.waitFor(() => expect(useUploads.getState().discarded).toBe(1));
  expect(discarded).toHaveBeenCalledOnce();
});

it('deletes a failed upload on the server when it is removed', async () => {
  await choose('broken.wav');
  sent[0]?.reject(new TypeError('No connection'));
  await vi.waitFor(() => expect(chosen(0).state).toBe('failed'));
  remove([chosen(0).id], { discard: true });
  await vi.waitFor(() => expect(discarded).toHaveBeenCalledOnce());
});

it('marks files with the same sound as the first', async () => {
  await choose('first.wav', 'other.wav', 'again.flac');
  const result = (title: string, sound: string) => ({ id: title, title, artist: '', album: '', genre: '', sound, duplicates: [] });
  sent[0]?.resolve(result('First', 's1'));
  sent[1]?.resolve(result('Other', 's2'));
  sent[2]?.resolve(result('Again', 's1'));
  await vi.waitFor(() => expect(items().every(({ state }) => state === 'ready')).toBe(true));
  const shown = (n: number) => {
    const { unmount } = render(<DuplicateNotice item={chosen(n)} />);
    const text = screen.queryByText(/has the same audio/)?.textContent;
    unmount();
    return text;
  };
  expect([0, 1, 2].map(shown)).toEqual([undefined, undefined, 'Another of your files has the same audio: First.']);
  patch(chosen(0).id, { choice: 'skip' });
  expect(shown(2)).toBeUndefined();
});
