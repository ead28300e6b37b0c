import { request } from '@/api/client';
import type { Gain } from '@/api/types';
import type { QueueItem } from './item';
import type { Queue } from './queue';

/** Whose loudness is evened out: every song's, every album's, or the album's while one is heard as such. */
export type Normalise = 'off' | 'track' | 'album' | 'auto';

type Level = Gain['track'];

const CEILING = -1; // dB; room for what lossy codecs add
const MOST = 24; // dB, up or down
const KEPT = 500;

/** The factor that brings music to the loudness wanted, and no peak above full scale. */
export function factorOf(level: Level, preamp = 0): number {
  if (!level) return 1;
  const room = level.peak === null ? 0 : CEILING - level.peak;
  const gain = Math.min(level.gain + preamp, room, MOST);
  return 10 ** (Math.max(gain, -MOST) / 20);
}

/** Whether an item is heard as part of its album: in the album's order, or beside another of it. */
export function inAlbum({ details, uid }: QueueItem, queue: Queue): boolean {
  if (!details.albumId) return false;
  if (queue.context?.kind === 'album' && !queue.shuffle) return true;
  const at = queue.order.findIndex((item) => item.uid === uid);
  const beside = at < 0 ? [queue.user[0]] : [queue.order[at - 1], queue.user[0] ?? queue.order[at + 1]];
  return beside.some((item) => item && item.uid !== uid && item.details.albumId === details.albumId);
}

type Ask = (id: string) => Promise<Gain>;

const askServer: Ask = (id) => request<Gain>(`/api/tracks/${id}/gain`);

/** What is known of the loudness of songs; asked for when a song comes near. */
export class Loudness {
  mode: Normalise = 'off';
  /** dB on top of everything. */
  preamp = 0;
  readonly #known = new Map<string, Gain | null>();
  readonly #learned: () => void;
  readonly #ask: Ask;

  /** learned is called when something new is known. */
  constructor(learned: () => void, ask: Ask = askServer) {
    this.#learned = learned;
    this.#ask = ask;
  }

  gain(item: QueueItem, queue: Queue): number {
    if (this.mode === 'off') return 1;
    if (item.details.live || item.details.podcastId) return factorOf({ gain: 0, peak: null }, this.preamp); // nothing is known of it
    const levels = this.#known.get(item.track.id);
    if (levels === undefined) void this.#learn(item.track.id);
    if (!levels) return 1;
    const album = this.mode === 'album' || (this.mode === 'auto' && inAlbum(item, queue));
    return factorOf(album ? levels.album : levels.track, this.preamp);
  }

  async #learn(id: string): Promise<void> {
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(id, null); // asked for once
    try {
      this.#known.set(id, await this.#ask(id));
      this.#learned();
    } catch {
      this.#known.delete(id); // it plays as it is
    }
  }
}
