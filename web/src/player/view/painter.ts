import type { PlayerEngine } from '@/player/engine/engine';

/** The window whose frames are painted. */
type Frames = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'>;

/** Writes the position into the page, in seconds. */
export type Paint = (position: number, duration: number) => void;

/**
 * The one frame loop behind every progress bar and clock. It only runs while something plays and the page is visible;
 * otherwise it paints once per change.
 */
export class Painter {
  readonly #engine: PlayerEngine;
  readonly #frames: Frames;
  readonly #paints = new Set<Paint>();
  #frame = 0;

  constructor(engine: PlayerEngine, frames: Frames = globalThis) {
    this.#engine = engine;
    this.#frames = frames;
  }

  /** Subscribes to the engine; returns a function that unsubscribes. */
  connect(): () => void {
    const stops = [this.#engine.on('change', () => this.#run()), this.#engine.on('seek', () => this.#run())];
    this.#run();
    return () => {
      for (const stop of stops) stop();
      this.#frames.cancelAnimationFrame(this.#frame);
    };
  }

  /** Paints now and on every change; returns a function that stops it. */
  add(paint: Paint): () => void {
    this.#paints.add(paint);
    paint(this.#engine.position(), this.#engine.snapshot().duration);
    this.#run();
    return () => this.#paints.delete(paint);
  }

  #run(): void {
    this.#frames.cancelAnimationFrame(this.#frame);
    this.#frame = this.#frames.requestAnimationFrame(() => {
      const position = this.#engine.position();
      const { duration, state } = this.#engine.snapshot();
      for (const paint of this.#paints) paint(position, duration);
      if (state === 'playing' && this.#paints.size > 0) this.#run();
    });
  }
}
