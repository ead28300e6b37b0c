import type { Memory } from '../deck/hot-cues';
import type { Marks } from './marks';

/** Marks that only this browser has. `version` is that of the server's marks that they are based on. */
type Kept = { trackId: string | null; marks: Marks; version: number | null };

const KEY = 'sonora_marks';
/** How many tracks and files are kept. */
const MOST = 200;

/** The marks that the server does not have: those on their way to it, and those of files of this device. */
export class Waiting {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  all(): [string, Kept][] {
    try {
      const found: unknown = JSON.parse(this.#memory.get(KEY) ?? '{}');
      return Object.entries((found ?? {}) as Record<string, Kept>).filter(([, kept]) => isMarks(kept?.marks));
    } catch {
      return []; // something else wrote there
    }
  }

  get(key: string): Kept | null {
    return this.all().find(([other]) => other === key)?.[1] ?? null;
  }

  /** Keeps the marks of a track or file; null forgets them. The oldest give way. */
  put(key: string, kept: Kept | null): void {
    const others = this.all().filter(([other]) => other !== key);
    const all: [string, Kept][] = kept ? [...others, [key, kept]] : others;
    if (all.length === 0) this.#memory.remove(KEY);
    else this.#memory.set(KEY, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
  }
}

const isMarks = (marks: Marks | undefined) => Array.isArray(marks?.hotCues) && Array.isArray(marks.loops);
