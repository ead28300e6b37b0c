import { type CueLabel, NO_LABEL, type PointKind, smartCues } from './hot-cues';
import type { Motion } from './motion';

/** The hot cues of the track on a deck. */
export class HotCueBank {
  readonly #deck: Motion;

  constructor(deck: Motion) {
    this.#deck = deck;
  }

  /** Sets a free hot cue at the current place, or goes to one that is set. */
  press(index: number): void {
    const deck = this.#deck;
    const at = deck.get().hotCues[index];
    if (!deck.get().track || at === undefined) return;
    if (at === null) this.set(index, deck.snapped(deck.position));
    else {
      if (deck.get().slip && deck.get().isPlaying) deck.slip();
      deck.seek(at + deck.offBeat);
    }
  }

  /** The button goes up: in slip mode the deck returns to where it would be. */
  release(): void {
    const { isPlaying, loop, isHeld } = this.#deck.get();
    const place = isPlaying && !loop && !isHeld ? this.#deck.endSlip() : null;
    if (place !== null) this.#deck.seek(place);
  }

  /** Sets a hot cue to a place in seconds. */
  set(index: number, place: number | null): void {
    this.#deck.set({ hotCues: this.#deck.get().hotCues.map((cue, i) => (i === index ? place : cue)) });
  }

  clear(index: number): void {
    this.set(index, null);
    this.label(index, NO_LABEL);
  }

  /** Gives a hot cue a name and a colour. */
  label(index: number, label: CueLabel): void {
    this.#deck.set({ cueLabels: this.#deck.get().cueLabels.map((old, i) => (i === index ? label : old)) });
  }

  /** Sets the free hot cues to the points that the analysis found. `name` tells what a point is called. */
  fill(name: (kind: PointKind) => string): void {
    const { track, hotCues, cueLabels } = this.#deck.get();
    if (track) this.#deck.set(smartCues({ hotCues, cueLabels }, track, name));
  }
}
