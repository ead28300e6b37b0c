/** The share of a deviation that is corrected with each reading, and the deviation in seconds from which the clock jumps. */
const [GENTLE, FAR] = [0.03, 0.08];

/**
 * The audio clock, read evenly. A browser advances `currentTime` by whole buffers of the sound card, so that what is drawn from it
 * would shake; between its steps the clock of the page runs on.
 */
export class SmoothClock {
  #offset: number | null = null;

  /** How far the reading of the audio clock at a time of the page (ms) is ahead of the even one, in seconds. */
  ahead(audio: number, page: number): number {
    const offset = audio - page / 1000;
    if (this.#offset === null || Math.abs(offset - this.#offset) > FAR) this.#offset = offset;
    this.#offset += (offset - this.#offset) * GENTLE;
    return offset - this.#offset;
  }
}
