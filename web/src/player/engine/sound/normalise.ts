import { request } from '@/api/client';
import type { Gain } from '@/api/types';
import { factorOf } from '@/audio/loudness';
import type { QueueItem } from '@/player/engine/queue/item';
import type { Queue } from '@/player/engine/queue/queue';

/** What loudness is normalised by: the song, the album, or the album only while it plays as an album. */
export type Normalise = 'off' | 'track' | 'album' | 'auto';

/** Whether an item plays as part of its album: in album order, or next to another song of the album. */
export function inAlbum({ details, uid }: QueueItem, queue: Queue): boolean {
  if (!details.albumId) return false;
  if (queue.context?.kind === 'album' && !queue.shuffle) return true;
  const at = queue.order.findIndex((item) => item.uid === uid);
  const beside = at < 0 ? [queue.user[0]] : [queue.order[at - 1], queue.user[0] ?? queue.order[at + 1]];
  return beside.some((item) => item && item.uid !== uid && item.details.albumId === details.albumId);
}

/** How many songs' levels are remembered. */
const MAX_KNOWN = 500;

type Ask = (id: string) => Promise<Gain>;

const askServer: Ask = (id) => request(`/api/tracks/${id}/gain`);

/** The loudness of songs. A song's levels are requested when it comes up in the queue. */
export class Loudness {
  mode: Normalise = 'off';
  /** dB on top of everything. */
  preamp = 0;
  readonly #known = new Map<string, Gain | null>();
  readonly #learned: () => void;
  readonly #ask: Ask;

  /** Calls `learned` whenever new levels arrive. */
  constructor(learned: () => void, ask: Ask = askServer) {
    this.#learned = learned;
    this.#ask = ask;
  }

  gain(item: QueueItem, queue: Queue): number {
    if (this.mode === 'off') return 1;
    if (item.details.live || item.details.podcastId || item.details.mix) return factorOf({ gain: 0, peak: null }, this.preamp); // its loudness is not known
    const levels = this.#known.get(item.track.id);
    if (levels === undefined) void this.#learn(item.track.id);
    if (!levels) return 1;
    const album = this.mode === 'album' || (this.mode === 'auto' && inAlbum(item, queue));
    return factorOf(album ? levels.album : levels.track, this.preamp);
  }

  async #learn(id: string): Promise<void> {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(id, null); // request it once
    try {
      this.#known.set(id, await this.#ask(id));
      this.#learned();
    } catch {
      this.#known.delete(id); // it plays at its recorded level
    }
  }
}
