/** How close a fader has to come to a value that was changed on the screen, as a share of its travel. */
const NEAR = 0.03;

/** Soft takeover: a fader has no effect until it reaches the value on the screen, so that nothing jumps. */
export class Takeover {
  #last: number | null = null;
  #set: number | null = null;

  /** Whether a fader's position takes effect. `current` is the value on the screen; both are 0 to 1. */
  takes(position: number, current: number): boolean {
    const before = this.#last;
    this.#last = position;
    const isHeld = this.#set !== null && Math.abs(this.#set - current) < NEAR;
    const isNear = Math.abs(position - current) < NEAR;
    const hasCrossed = before !== null && (before - current) * (position - current) <= 0;
    if (!isHeld && !isNear && !hasCrossed) return false;
    this.#set = position;
    return true;
  }
}
