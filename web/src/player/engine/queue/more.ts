import { requestPage } from '@/api/client';
import type { Address, Query } from '@/api/contract';
import type { Track } from '@/api/types';
import { withParams } from '@/lib/params';
import type { PlayerEngine } from '@/player/engine/engine';
import { isPlayable, type MoreTracks } from './item';

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

/** Extends the queue through a list of any length, and lets the server shuffle the whole list. Returns a function that stops it. */
export function extendQueue(engine: PlayerEngine, ask: Ask = requestPage, random = Math.random): () => void {
  let asking = false;
  let failedAt: string | undefined; // the item at which the server did not respond; the next one tries again

  const loadPage = async (more: MoreTracks, at: number, { replace }: { replace: boolean }) => {
    const { queue, current } = engine.snapshot();
    const context = queue.context;
    asking = true;
    try {
      const { items, total } = await ask(pageOf(more, at));
      asking = false;
      // The listener may have chosen something else in the meantime.
      if (engine.snapshot().queue.context !== context) return;
      const playing = engine.snapshot().current?.track.id;
      const playingAt = replace ? items.findIndex((track) => track.id === playing) : -1;
      // In its own order the list continues after what plays; in random order, what plays must only not repeat.
      const rest =
        more.seed === undefined && playingAt >= 0 ? items.slice(playingAt + 1) : items.filter((track) => !replace || track.id !== playing);
      const next = items.length === 0 ? total : at + items.length;
      engine.extend(rest.filter(isPlayable), { ...more, next, done: next >= total }, { replace });
    } catch {
      asking = false;
      failedAt = current?.uid;
    }
  };

  const check = () => {
    const { current, queue } = engine.snapshot();
    const more = queue.context?.more;
    if (!more || !current || asking || failedAt === current.uid) return;
    failedAt = undefined;
    if (queue.shuffle && more.seed === undefined) void loadPage({ ...more, seed: newSeed(random) }, 0, { replace: true });
    else if (!queue.shuffle && more.seed !== undefined)
      void loadPage({ ...more, seed: undefined }, more.ownOrderOffset ?? 0, { replace: true });
    else if (!more.done && queue.upcoming().length < LOW) void loadPage(more, more.next ?? queue.items.length, { replace: false });
  };
  check();
  return engine.on('change', check);
}
