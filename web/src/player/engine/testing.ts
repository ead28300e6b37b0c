import { FakeAudio, FakeClock, type FakeFiles, FakeGraph } from '@/audio/fakes';
import { MediaPool } from '@/audio/media-pool';
import { PlayerEngine } from './engine';
import type { Playable } from './queue/item';
import type { Answer } from './recovery';
import type { SessionStore } from './session';

/** A track of 100 s under the address /{id}. */
export const song = (id: string, more: Partial<Playable> = {}): Playable => ({
  id,
  title: id.toUpperCase(),
  artist: 'Artist',
  audioUrl: `/${id}`,
  coverImageUrl: null,
  duration: 100,
  ...more,
});

export const songs = (ids: string): Playable[] => [...ids].map((id) => song(id));

/** A complete player on a fake clock, where every file from a to z lasts 100 s. */
export function fakePlayer() {
  const clock = new FakeClock();
  const files: FakeFiles = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((id) => [`/${id}`, { duration: 100 }]));
  const audios: FakeAudio[] = [];
  const make = () => {
    const audio = new FakeAudio(clock, files);
    audios.push(audio);
    return audio;
  };
  const graph = new FakeGraph();
  const server: Answer = { status: 404 };
  const pool = new MediaPool(make, graph);
  const engine = new PlayerEngine({ pool, clock, probe: async () => ({ ...server }), renew: async () => 'visitor', log: () => {} });
  return { engine, graph, server, clock, files, audios, seconds: (n: number) => clock.advance(n * 1000) };
}

/** localStorage in memory. */
export function fakeStore(): SessionStore & { data: Map<string, string> } {
  const data = new Map<string, string>();
  return {
    data,
    get: (key) => data.get(key) ?? null,
    set: (key, value) => data.set(key, value),
    remove: (key) => data.delete(key),
  };
}
