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
    begin: async (recording: Recording) => void kept.push(recording),
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

/** A desk and a browser that can record; posts are what the recorder's worker was told. */
function recording() {
  const posts: string[] = [];
  const node = { connect: () => {}, disconnect: () => {}, port: { postMessage: () => {} } };
  vi.stubGlobal(
    'AudioWorkletNode',
    vi.fn(
      class {
        port = node.port;
        disconnect = node.disconnect;
      },
    ),
  );
  vi.stubGlobal(
    'Worker',
    class {
      postMessage({ kind }: { kind: string }) {
        posts.push(kind);
      }
      terminate() {}
    },
  );
  vi.stubGlobal('AudioContext', class {});
  const context = {
    audioWorklet: { addModule: async () => {} },
    sampleRate: 48_000,
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  const sender = { start: vi.fn(), end: vi.fn(), stop: vi.fn() };
  const recorder = new Recorder({ context, mixer: { out: node } } as unknown as Desk, sender as unknown as Sender);
  return { recorder, sender, posts };
}

test('a recording outlasts a session that ends, and is sent again when its owner is back', async () => {
  const { recorder, sender, posts } = recording();
  recorder.setOwner('dita', true);
  await recorder.start();
  const mine = kept.at(-1);
  expect(sender.start).toHaveBeenLastCalledWith(mine);
  recorder.setOwner('', false);
  expect(sender.stop).toHaveBeenCalled();
  expect(recorder.get().phase).toBe('recording');
  recorder.setOwner('dita', true);
  await vi.waitFor(() => expect(sender.start).toHaveBeenCalledTimes(2));
  expect(sender.start).toHaveBeenLastCalledWith(mine);
  expect(posts).toEqual(['start']);
});

test('a recording ends when somebody else signs in', async () => {
  const { recorder, sender, posts } = recording();
  recorder.setOwner('dita', true);
  await recorder.start();
  recorder.setOwner('', false);
  recorder.setOwner('eve', true);
  expect(posts).toEqual(['start', 'stop']);
  expect(recorder.get().phase).toBe('stopping');
  expect(sender.start).toHaveBeenCalledOnce();
});
