/** Typed events: Events maps a name to its payload. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(value: never) => void>>();

  /** Subscribes; returns a function that unsubscribes. */
  on<K extends keyof Events>(name: K, listener: (value: Events[K]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (value: Events[K]) => void)(value);
  }
}
