import { expect, it, vi } from 'vitest';
import { addFiles, pause, useUploads } from './queue';
import { allSent } from './save';

/** The test decides when uploads finish. */
const arrivals: (() => void)[] = [];
vi.mock('@/api/tus/resumable', () => ({
  send: (file: File) => ({
    done: new Promise((resolve) =>
      arrivals.push(() => resolve({ id: 'u', title: file.name, artist: '', album: '', genre: '', duplicates: [] })),
    ),
    stop: async () => {},
    discard: async () => {},
  }),
}));

const states = () => useUploads.getState().items.map((item) => item.state);

it('finishes paused uploads before it saves anything', async () => {
  addFiles([new File(['x'], 'a.wav')]);
  await vi.waitFor(() => expect(arrivals).toHaveLength(1));
  pause(useUploads.getState().items[0]?.id ?? 0);
  expect(states()).toEqual(['paused']);
  const sent = allSent();
  await vi.waitFor(() => expect(arrivals).toHaveLength(2));
  arrivals[1]?.();
  await sent;
  expect(states()).toEqual(['ready']);
});
