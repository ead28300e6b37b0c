/**
 * The loudest samples of each piece of a recording. An encoder gives its packets later than it takes the sound, and often those of
 * several pieces at once, so that the times of the sound decide which piece it belongs to.
 */
export class Loudest {
  readonly #rate: number;
  #frames = 0;
  /** The blocks of sound that are in no piece yet: when each begins, in seconds, and its loudest sample. */
  #blocks: { at: number; peak: number }[] = [];

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** Takes the next frames, of all channels. */
  hear(samples: Float32Array, frames: number): void {
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    this.#blocks.push({ at: this.#frames / this.#rate, peak: Math.min(1, peak) });
    this.#frames += frames;
  }

  /** Ends a piece at a time in seconds, and returns its loudest sample; null if it has no sound of its own. */
  until(seconds: number): number | null {
    const end = this.#blocks.findIndex(({ at }) => at >= seconds);
    const piece = this.#blocks.splice(0, end < 0 ? this.#blocks.length : end);
    return piece.length > 0 ? Math.max(...piece.map(({ peak }) => peak)) : null;
  }
}
