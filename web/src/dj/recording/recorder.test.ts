import { expect, test, vi } from 'vitest';
import type { Desk } from '../desk';
import { Recorder } from './recorder';
import type { Recording } from './recordings';
import type { Sender } from './sender';

vi.stubGlobal('navigator', {}); // without locks

const kept: Recording[] = [
  { id: '1', owner: 'ana', beganAt: 1, seconds: 6, tracklist: [] },
  { id: '2', owner: 'ben', beganAt: 2, seconds: 0, tracklist: [] },
];

vi.mock('./recordings', () => ({
  watchVersions: () => {},
  openRecordings: async () => ({
    list: async () => [...kept],
    remove: async (id: string) => {
      kept.splice(
        kept.findIndex((recording) => recording.id === id),
        1,
      );
    },
  }),
}));

test('an unfinished recording is offered to the person who made it, and to nobody else', async () => {
  const sender = { start: vi.fn(), end: vi.fn(), stop: vi.fn() };
  const recorder = new Recorder({} as Desk, sender as unknown as Sender);
  recorder.setOwner('carla', true);
  await recorder.recover();
  expect(recorder.get().finished).toBeNull();
  expect(kept).toHaveLength(2);

  recorder.setOwner('ana', true);
  await recorder.recover();
  expect(recorder.get().finished?.id).toBe('1');
  expect(sender.start).toHaveBeenCalledWith(kept[0]);
  expect(sender.end).toHaveBeenCalledOnce();

  recorder.setOwner('ben', true);
  expect(sender.stop).toHaveBeenCalled();
  expect(recorder.get().finished).toBeNull();
  await recorder.recover();
  expect(recorder.get().finished).toBeNull();
  expect(kept.map(({ id }) => id)).toEqual(['1']);
});
