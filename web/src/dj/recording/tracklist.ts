import type { DeckTrack } from '../deck/track';
import type { Desk } from '../desk';
import { bandGain, channelGain, crossfade, masterGain, sideGain } from '../mixer/curves';
import type { Played } from './recordings';

/** The gain above which a deck counts as audible: −34 dB. */
const AUDIBLE = 0.02;
/** Seconds for which a track has to be heard until it counts. */
const COUNTS = 10;
/** Seconds of silence after which a track that does not count yet starts over. */
const FORGOTTEN = 10;

/** The tracks that are audible in the master. */
export function heardOn(desk: Pick<Desk, 'get' | 'decks'>): DeckTrack[] {
  const { crossfader, curve, master } = desk.get();
  const sides = crossfade(crossfader, curve);
  return desk.decks.flatMap((deck) => {
    const { track, isPlaying, volume, eq, side } = deck.get();
    const loudest = bandGain(Math.max(eq.low, eq.mid, eq.high));
    const gain = masterGain(master) * channelGain(volume) * sideGain(side, sides) * loudest;
    return track && isPlaying && gain > AUDIBLE ? [track] : [];
  });
}

type Named = Pick<DeckTrack, 'id' | 'title' | 'artist'>;

/** Makes a tracklist of what is heard. A track that was audible for some seconds is listed, with the time when it became audible. */
export class Tracklist {
  #at = 0;
  #list: readonly Played[] = [];
  readonly #heard = new WeakMap<Named, { from: number; last: number; seconds: number; counts: boolean }>();

  get list(): readonly Played[] {
    return this.#list;
  }

  /** Takes the tracks that were audible since the last call, at a time in seconds. Returns whether the list has changed. */
  hear(at: number, tracks: readonly Named[]): boolean {
    const before = this.#list;
    for (const track of tracks) this.#hear(at, track);
    this.#at = at;
    return this.#list !== before;
  }

  #hear(at: number, track: Named) {
    let known = this.#heard.get(track);
    if (!known || (!known.counts && this.#at - known.last > FORGOTTEN)) known = { from: this.#at, last: at, seconds: 0, counts: false };
    known.seconds += at - this.#at;
    known.last = at;
    this.#heard.set(track, known);
    if (known.counts || known.seconds < COUNTS) return;
    known.counts = true;
    this.#add({ seconds: known.from, artist: track.artist, title: track.title, trackId: track.id });
  }

  /** Adds a track. The same track on both decks, or loaded again, is listed once. */
  #add(played: Played) {
    const last = this.#list.at(-1);
    if (last?.title === played.title && last.artist === played.artist) return;
    this.#list = [...this.#list, played].sort((a, b) => a.seconds - b.seconds);
  }
}
