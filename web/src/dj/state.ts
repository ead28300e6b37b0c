/** A state that others can watch: a change creates a new object, and values that are there already change nothing. */
export class Watched<T extends object> {
  #state: T;
  readonly #listeners = new Set<() => void>();

  constructor(state: T) {
    this.#state = state;
  }

  /** The state; the same object until it changes. */
  readonly get = (): T => this.#state;

  /** Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<T>): void {
    if ((Object.keys(change) as (keyof T)[]).every((key) => Object.is(this.#state[key], change[key]))) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
