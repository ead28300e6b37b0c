import { beatLoop, type Loop, manualLoop, neighbour, scaled } from './loop';
import type { Motion } from './motion';

/** The loops of a deck. */
export class Loops {
  readonly #deck: Motion;

  constructor(deck: Motion) {
    this.#deck = deck;
  }

  setSize(beats: number): void {
    const { loop, loopSize } = this.#deck.get();
    this.#deck.set({ loopSize: beats });
    if (loop) this.#enter(scaled(loop, beats / loopSize));
  }

  /** Doubles or halves the length of the loop. */
  scale(step: 1 | -1): void {
    this.setSize(neighbour(this.#deck.get().loopSize, step));
  }

  toggle(): void {
    if (this.#deck.get().loop) this.leave();
    else this.#beats(this.#deck.get().loopSize);
  }

  /** Starts a loop for as long as a button is held; afterwards the track continues where it would be without the loop. */
  startRoll(): void {
    if (!this.#deck.get().isPlaying) return;
    this.#deck.slip();
    this.#beats(this.#deck.get().loopSize);
  }

  endRoll(): void {
    if (this.#deck.isSlipping) this.leave();
  }

  /** Sets where a loop begins. */
  in(): void {
    if (this.#deck.get().track) this.#deck.set({ loopIn: this.#deck.snapped(this.#deck.position) });
  }

  /** Sets where the loop ends, and enters it. */
  out(): void {
    const { track, loopIn, quantise } = this.#deck.get();
    if (!track || loopIn === null) return;
    const loop = manualLoop(track.grid, loopIn, this.#deck.position, quantise);
    if (loop) this.#enter(loop);
  }

  leave(): void {
    const { loop, lastLoop } = this.#deck.get();
    this.#deck.set({ lastLoop: loop ?? lastLoop });
    this.#deck.loopFrom(this.#deck.endSlip() ?? this.#deck.next, null, null);
  }

  /** Leaves the loop, or enters the last one again: a deck behind its end continues in it. */
  reloop(): void {
    const { loop, lastLoop } = this.#deck.get();
    if (loop) this.leave();
    else if (lastLoop) this.#enter(lastLoop);
  }

  /** Moves the loop, and the deck in it, by its length. */
  shift(direction: 1 | -1): void {
    const { loop, track, isPlaying } = this.#deck.get();
    if (!loop || !track) return;
    const by = (loop.to - loop.from) * direction;
    const moved = { from: loop.from + by, to: loop.to + by };
    if (moved.from < 0 || moved.to > track.duration) return;
    this.#deck.loopFrom((isPlaying ? this.#deck.next : this.#deck.position) + by, moved, moved.from);
  }

  /** Enters a loop; a deck outside of it continues at the same place of the loop. */
  recall({ from, to }: Loop): void {
    const { track } = this.#deck.get();
    const length = to - from;
    if (!track || to > track.duration) return;
    this.#deck.loopFrom(from + ((((this.#deck.next - from) % length) + length) % length), { from, to }, from);
  }

  #beats(beats: number) {
    const { track, quantise } = this.#deck.get();
    if (!track) return;
    const { position } = this.#deck;
    // Without a beat, the length of a loop is in beats of 120 BPM.
    const loop = track.grid ? beatLoop(track.grid, position, beats, quantise) : { from: position, to: position + beats / 2 };
    const fits = loop.to <= track.duration && loop.from >= 0;
    const shorter = neighbour(beats, -1);
    if (fits) this.#enter(loop);
    else if (shorter < beats) this.#beats(shorter); // near the end, and on very short tracks
  }

  #enter(loop: Loop) {
    const { track, isPlaying, slip } = this.#deck.get();
    if (!track || loop.from < 0 || loop.to > track.duration) return;
    if (slip && isPlaying) this.#deck.slip();
    const place = this.#deck.next;
    const inside = place < loop.to ? place : loop.from + ((place - loop.from) % (loop.to - loop.from));
    this.#deck.loopFrom(inside, loop, loop.from);
  }
}
