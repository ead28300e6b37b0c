import { expect, test, vi } from 'vitest';
import type { Desk } from './desk';
import { Recorder } from './recorder';
import type { Recording } from './recordings';

vi.stubGlobal('navigator', {}); // without locks

const kept: Recording[] = [
  { id: '1', owner: 'ana', beganAt: 1, seconds: 6, tracklist: [] },
  { id: '2', owner: 'ben', beganAt: 2, seconds: 0, tracklist: [] },
];

vi.mock('./recordings', () => ({
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
  const recorder = new Recorder({} as Desk);
  recorder.setOwner('carla');
  await recorder.recover();
  expect(recorder.get().finished).toBeNull();
  expect(kept).toHaveLength(2);

  recorder.setOwner('ana');
  await recorder.recover();
  expect(recorder.get().finished?.id).toBe('1');

  recorder.setOwner('ben');
  expect(recorder.get().finished).toBeNull();
  await recorder.recover();
  expect(recorder.get().finished).toBeNull();
  expect(kept.map(({ id }) => id)).toEqual(['1']);
});
