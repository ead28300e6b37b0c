import type { Gap } from './recordings';

/** ms by which the recording may be behind real time: pieces of a second, and a busy device. */
const LATE = 3000;
/** ms for which it has to stay behind: after a pause of the page alone, the sound that waited arrives faster than real time. */
const PATIENCE = 5000;

/** Finds the places where a recording stood still while time went on, because the device slept or its audio device was gone. */
export class Gaps {
  #begin: number | null = null;
  #seconds = 0;
  /** Where it fell behind, and how far it has been behind at least since then. */
  #suspect: { at: number; least: number; since: number } | null = null;

  /** Takes that a piece was kept, with the length of the recording and the time in ms. Returns a gap that has become certain. */
  kept(seconds: number, now: number): Gap | null {
    this.#begin ??= now - seconds * 1000;
    const behind = now - this.#begin - seconds * 1000;
    const before = this.#seconds;
    this.#seconds = seconds;
    if (behind < LATE) {
      this.#suspect = null;
      return null;
    }
    this.#suspect ??= { at: before, least: behind, since: now };
    const suspect = this.#suspect;
    suspect.least = Math.min(suspect.least, behind);
    if (now - suspect.since < PATIENCE) return null;
    this.#suspect = null;
    this.#begin += suspect.least;
    return { at: suspect.at, missing: Math.round(suspect.least / 1000) };
  }
}
