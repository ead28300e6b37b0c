import type { Clock } from '@/audio/clock';
import type { PooledElement } from '@/audio/media-pool';
import type { QueueItem } from './queue/item';

/** The transition from one item to the next. */
export type TransitionMode = { kind: 'gapless' } | { kind: 'crossfade'; seconds: number } | { kind: 'cut' };

export const MAX_CROSSFADE = 12;

/** A planned transition: when to start the next item, and the length of the crossfade. Seconds. */
export type Plan = { lead: number; cross: number; shape: 'linear' | 'equal-power' };

/** In the same element, sample-exact: only the queue moves on. */
export const JOINED: Plan = { lead: 0, cross: 0, shape: 'linear' };

/** To an item the listener chose: the old item stops immediately, the new one starts when it is loaded. */
export const SKIP: Plan = { lead: 0, cross: 0.4, shape: 'equal-power' };

// The next item starts slightly early, because an element needs about 10 ms from play() to its first sample;
// a short crossfade then hides the seam. Measured without a gap or a click for FLAC, MP3 and Opus.
const GAPLESS: Plan = { lead: 0.06, cross: 0.025, shape: 'linear' };
const START_LATENCY = 0.02;

/** The plan between two items, or null if the next one simply starts after the end. */
export function planTransition(mode: TransitionMode, from: QueueItem, to: QueueItem): Plan | null {
  if (mode.kind === 'cut') return null;
  if (mode.kind === 'gapless' || sameAlbum(from, to)) return GAPLESS;
  const cross = Math.min(mode.seconds, MAX_CROSSFADE, halfOf(from), halfOf(to));
  if (cross <= GAPLESS.lead) return GAPLESS;
  return { lead: cross + START_LATENCY, cross, shape: 'equal-power' };
}

/** Tracks of one album are never crossfaded. */
function sameAlbum(from: QueueItem, to: QueueItem): boolean {
  return from.details.albumId !== null && from.details.albumId === to.details.albumId;
}

const halfOf = (item: QueueItem) => (item.track.duration > 0 ? item.track.duration / 2 : MAX_CROSSFADE);

const SETTLE_MS = 30; // after the ramp has ended, before the old element stops

/** Two elements during a transition. The ramp starts with the first sound of the next item. */
export class HandOver {
  readonly #from: PooledElement;
  readonly #to: PooledElement;
  readonly #done: () => void;
  readonly #stops = new AbortController();

  /** done is called once, when the old element is no longer needed. */
  constructor(clock: Clock, from: PooledElement, to: PooledElement, plan: Plan, done: () => void) {
    this.#from = from;
    this.#to = to;
    this.#done = done;
    to.fader?.set(0);
    const { signal } = this.#stops;
    const leave = () => from.fader?.ramp(1, 0, plan.cross, plan.shape);
    if (plan === SKIP) leave();
    const cross = () => {
      to.fader?.ramp(0, 1, plan.cross, plan.shape);
      if (plan !== SKIP) leave();
      const forget = clock.after(plan.cross * 1000 + SETTLE_MS, () => this.finish());
      signal.addEventListener('abort', forget);
    };
    to.element.addEventListener('playing', cross, { once: true, signal });
  }

  /** Ends the transition now: only the next item, at full level. */
  finish(): void {
    if (this.#stops.signal.aborted) return;
    this.#stops.abort();
    this.#from.element.pause();
    this.#to.fader?.set(1);
    this.#done();
  }
}
