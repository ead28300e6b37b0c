import { requestPage } from '@/api/client';
import type { Address, Query } from '@/api/contract';
import type { Track } from '@/api/types';
import { withParams } from '@/lib/params';
import type { PlayerEngine } from '@/player/engine/engine';
import type { MoreTracks } from './item';

/** The next page is requested if fewer upcoming items are left. */
const LOW = 20;
export const MORE_AT_ONCE = 100;

/** The lists that can be continued have these parameters. */
type TrackPath = '/api/tracks' | '/api/playlists/{id}/tracks';

type Ask = (path: Address<Track[]>) => Promise<{ items: readonly Track[]; total: number }>;

/** The address of a page of a list, in its own order or in that of a seed. */
export function pageOf({ path, seed }: MoreTracks, at: number, limit = MORE_AT_ONCE): Address<Track[]> {
  const order: Query<TrackPath> = seed === undefined ? {} : { sort: 'random', seed };
  const page: Query<TrackPath> = { ...order, at, limit };
  return withParams(path, page) as Address<Track[]>;
}

/** A seed for a random order. */
export const newSeed = (random = Math.random) => Math.floor(random() * 2 ** 31);

const isThere = (track: Track) => !track.isMissing;

/** Extends the queue through a list of any length, and lets the server shuffle the whole list. Returns a function that stops it. */
export function goOn(engine: PlayerEngine, ask: Ask = requestPage, random = Math.random): () => void {
  let asking = false;
  let failedAt: string | undefined; // the item at which the server did not respond; the next one tries again

  const page = async (more: MoreTracks, at: number, instead: boolean) => {
    const { queue, current } = engine.snapshot();
    const context = queue.context;
    asking = true;
    try {
      const { items, total } = await ask(pageOf(more, at));
      asking = false;
      // The listener may have chosen something else in the meantime.
      if (engine.snapshot().queue.context !== context) return;
      const playing = engine.snapshot().current?.track.id;
      const here = instead ? items.findIndex((track) => track.id === playing) : -1;
      // In its own order the list continues after what plays; in random order, what plays must only not repeat.
      const rest = more.seed === undefined && here >= 0 ? items.slice(here + 1) : items.filter((track) => !instead || track.id !== playing);
      const next = items.length === 0 ? total : at + items.length;
      engine.goOn(rest.filter(isThere), { ...more, next: next >= total ? Number.MAX_SAFE_INTEGER : next }, instead);
    } catch {
      asking = false;
      failedAt = current?.uid;
    }
  };

  const look = () => {
    const { current, queue } = engine.snapshot();
    const more = queue.context?.more;
    if (!more || !current || asking || failedAt === current.uid) return;
    failedAt = undefined;
    if (queue.shuffle && more.seed === undefined) void page({ ...more, seed: newSeed(random) }, 0, true);
    else if (!queue.shuffle && more.seed !== undefined) void page({ ...more, seed: undefined }, more.home ?? 0, true);
    else if ((more.next ?? queue.items.length) < Number.MAX_SAFE_INTEGER && queue.upcoming().length < LOW)
      void page(more, more.next ?? queue.items.length, false);
  };
  look();
  return engine.on('change', look);
}
