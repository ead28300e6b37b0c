import { BufferSound, type DeckSound } from '../deck/deck-sound';
import type { Loop } from '../deck/loop';
import { glide } from '../mixer/glide';

/** The stems of a track, which play together to the sample, each with a level of its own. */
export class StemSound implements DeckSound {
  readonly #context: BaseAudioContext;
  readonly #buffers: readonly AudioBuffer[];
  readonly #gain: number;
  readonly #parts: readonly { sound: BufferSound; level: GainNode }[];
  #gains: readonly number[];
  #twin: StemSound | null = null;

  /** gain is what brings the sum of the stems to the level of the track. */
  constructor(context: BaseAudioContext, buffers: readonly AudioBuffer[], gain: number, out: AudioNode) {
    this.#context = context;
    this.#buffers = buffers;
    this.#gain = gain;
    this.#gains = buffers.map(() => 1);
    const sum = new GainNode(context, { gain });
    sum.connect(out);
    this.#parts = buffers.map((buffer) => {
      const level = new GainNode(context);
      level.connect(sum);
      return { sound: new BufferSound(context, buffer, level), level };
    });
  }

  get duration(): number {
    return Math.max(...this.#parts.map(({ sound }) => sound.duration));
  }

  twin(out: AudioNode): DeckSound {
    this.#twin = new StemSound(this.#context, this.#buffers, this.#gain, out);
    this.#twin.setLevels(this.#gains);
    return this.#twin;
  }

  play(when: number, place: number, rate: number, loop: Loop | null): void {
    for (const { sound } of this.#parts) sound.play(when, place, rate, loop);
  }

  stop(when: number): void {
    for (const { sound } of this.#parts) sound.stop(when);
  }

  setRate(rate: number, when: number, seconds?: number): void {
    for (const { sound } of this.#parts) sound.setRate(rate, when, seconds);
  }

  /** Sets the gain of each stem. */
  setLevels(gains: readonly number[]): void {
    this.#gains = gains;
    this.#twin?.setLevels(gains);
    for (const [i, { level }] of this.#parts.entries()) glide(level.gain, gains[i] ?? 0, this.#context.currentTime);
  }

  close(): void {
    for (const { sound } of this.#parts) sound.close();
  }
}
