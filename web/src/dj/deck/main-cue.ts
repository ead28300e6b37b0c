import { type Cue, type CueDo, type CueMode, isAt, press, release } from './cue';
import type { Motion } from './motion';

/** The main cue of a deck and its button. */
export class MainCue {
  mode: CueMode = 'fixed';
  readonly #deck: Motion;
  #isHeld = false;

  constructor(deck: Motion) {
    this.#deck = deck;
  }

  /** Whether the deck plays only as long as the button is down. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Tells that play was pressed: a preview plays on, and Denon's players move the point to where a deck starts, without keeping it. */
  started(): void {
    const { track, isPlaying, cue } = this.#deck.get();
    this.#isHeld = false;
    const { position } = this.#deck;
    if (track && !isPlaying && this.mode === 'denon' && !isAt(cue, position)) this.#deck.set({ cue: position });
  }

  press(): void {
    const { track, isPlaying } = this.#deck.get();
    if (track) this.#do(press(this.#cue, isPlaying, this.#deck.position));
  }

  release(): void {
    if (this.mode === 'cup') this.#deck.play();
    else this.#do(release(this.#cue));
  }

  /** Sets the cue at the current place, and keeps it. */
  set(): void {
    if (!this.#deck.get().track) return;
    const at = this.#deck.snapped(this.#deck.position);
    this.#deck.set({ cue: at, keptCue: at });
    if (!this.#deck.get().isPlaying) this.#deck.seek(at);
  }

  get #cue(): Cue {
    return { mode: this.mode, point: this.#deck.get().cue, isHeld: this.#isHeld };
  }

  #do(what: CueDo) {
    if (what === 'nothing') return;
    if (what === 'set') return this.set();
    const point = this.#deck.get().cue ?? 0;
    this.#isHeld = what === 'preview';
    if (this.#isHeld) return this.#deck.move(point, true);
    this.#deck.halt();
    this.#deck.seek(point);
  }
}
