import type { Track } from '@/api/types';
import type { Memory } from '../deck/hot-cues';
import { Watched } from '../state';

/** The most tracks that are kept. */
const MOST = 200;

/** A list of tracks to play next, kept in this browser for each account. */
export class Prepared extends Watched<{ tracks: readonly Track[] }> {
  readonly #memory: Memory;
  #key = '';

  constructor(memory: Memory) {
    super({ tracks: [] });
    this.#memory = memory;
  }

  /** Shows the list of an account; '' for visitors. */
  use(account: string): void {
    const key = `sonora_desk_prepared_${account}`;
    if (key === this.#key) return;
    this.#key = key;
    this.set({ tracks: listIn<Track>(this.#memory.get(key), (track) => typeof track?.id === 'string') });
  }

  has(id: string): boolean {
    return this.get().tracks.some((track) => track.id === id);
  }

  /** Adds a track at the end; one that is in the list stays where it is. */
  add(track: Track): void {
    if (!this.has(track.id)) this.#keep([...this.get().tracks, track].slice(0, MOST));
  }

  remove(id: string): void {
    if (this.has(id)) this.#keep(this.get().tracks.filter((track) => track.id !== id));
  }

  /** Moves a track by some places. */
  move(id: string, by: number): void {
    const tracks = [...this.get().tracks];
    const from = tracks.findIndex((track) => track.id === id);
    const [moved] = from < 0 ? [] : tracks.splice(from, 1);
    if (!moved) return;
    tracks.splice(Math.max(0, Math.min(tracks.length, from + by)), 0, moved);
    this.#keep(tracks);
  }

  #keep(tracks: readonly Track[]) {
    this.set({ tracks });
    if (tracks.length > 0) this.#memory.set(this.#key, JSON.stringify(tracks));
    else this.#memory.remove(this.#key);
  }
}

/** The valid items of a list that is kept as JSON. */
export function listIn<T>(text: string | null, isValid: (item: T) => boolean): T[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? (found as T[]).filter(isValid) : [];
  } catch {
    return []; // something else wrote there
  }
}
