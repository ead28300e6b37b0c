import type { Clock } from '@/audio/clock';
import type { Motion } from './motion';

/** ms between the changes of speed of a record that a hand moves. */
const STEP = 16;
/** Seconds by which the record follows the hand: few enough to feel direct, enough to be smooth. */
const LAG = 0.025;
/** The highest speed. */
const FASTEST = 8;

/** A hand on the record: the sound follows it, forwards and backwards. */
export class Scratch {
  readonly #deck: Motion;
  readonly #clock: Clock;
  #target = 0;
  #stop = () => {};

  constructor(deck: Motion, clock: Clock) {
    this.#deck = deck;
    this.#clock = clock;
  }

  begin(): void {
    if (!this.#deck.get().track || this.#deck.get().isHeld) return;
    this.#deck.hold();
    this.#target = this.#deck.positionAt(this.#deck.soon);
    this.#follow();
  }

  /** Moves the hand by some seconds of the track. */
  by(seconds: number): void {
    this.#target = this.#deck.within(this.#target + seconds);
  }

  end(): void {
    this.#stop();
    this.#deck.letGo();
  }

  #follow() {
    const deck = this.#deck;
    if (!deck.get().isHeld) return; // another track was loaded
    const left = this.#target - deck.positionAt(deck.soon);
    deck.turn(Math.max(-FASTEST, Math.min(FASTEST, left / LAG)), STEP / 1000);
    this.#stop = this.#clock.after(STEP, () => this.#follow());
  }
}
