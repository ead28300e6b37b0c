import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import type { Clock } from '@/audio/clock';
import type { Deck } from '../deck/deck';
import { decode } from '../deck/sound-of';
import { fits } from '../memory';
import { gainOf, plainGain } from '../mixer/curves';
import { Watched } from '../state';
import { StemSound } from './stem-sound';

export type Stem = {
  id: string;
  /** From the stem file; empty for the parts of a split. */
  name: string;
  color: string;
  /** 0 to 100. */
  level: number;
  mute: boolean;
  solo: boolean;
};

/**
 * What the deck can do with the stems of its track: nothing, load them (`offered`), or play them (`ready`). `splitting` and `loading` are on
 * the way there. `large` means that this device could not hold them.
 */
type StemsPhase = 'nothing' | 'offered' | 'splitting' | 'loading' | 'ready' | 'large' | 'failed';

type StemsState = {
  phase: StemsPhase;
  /** Whether the server splits the track; otherwise they are from a stem file. */
  isSplit: boolean;
  /** 0 to 1, while splitting or loading. */
  progress: number;
  /** Why it failed, in the server's words. */
  reason: string | null;
  stems: readonly Stem[];
};

const NOTHING: StemsState = { phase: 'nothing', isSplit: true, progress: 0, reason: null, stems: [] };
/** ms between questions to the server about a split. */
const POLL = 700;

type Answer = Awaited<ReturnType<typeof ask>>;
const ask = (id: string) => request(`/api/tracks/${id}/stems`);
const split = (id: string) => request(`/api/tracks/${id}/stems`, { method: 'POST' });

/** The gain of a stem: silent if it is muted, or if only others are soloed. */
export function gainsOf(stems: readonly Stem[]): number[] {
  const solo = stems.some((stem) => stem.solo);
  return stems.map(({ level, mute, solo: own }) => (mute || (solo && !own) ? 0 : plainGain(level)));
}

/** The stems of the track on a deck. */
export class Stems extends Watched<StemsState> {
  readonly #deck: Deck;
  readonly #clock: Clock;
  #sound: StemSound | null = null;
  /** The track that the state is about; null for none that has stems. */
  #id: string | null = null;
  /** Stands for that track, so that an answer for an earlier one changes nothing. */
  #asked = {};

  constructor(deck: Deck, clock: Clock) {
    super(NOTHING);
    this.#deck = deck;
    this.#clock = clock;
    deck.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Splits the track if necessary, and then loads the stems. */
  async load(): Promise<void> {
    const id = this.#id;
    const { phase } = this.get();
    if (!id || (phase !== 'offered' && phase !== 'failed')) return;
    const asked = this.#asked;
    this.set({ phase: this.get().isSplit ? 'splitting' : 'loading', progress: 0, reason: null });
    try {
      const answer = this.get().isSplit ? await this.#split(id, asked) : await ask(id);
      if (answer && asked === this.#asked) await this.#take(answer, asked);
    } catch (error) {
      console.warn('the stems were not loaded', error);
      if (asked === this.#asked) this.set({ phase: 'failed', reason: (error instanceof ApiError && error.detail) || null });
    }
  }

  /** Changes the level of a stem, or mutes or soloes it. */
  change(id: string, change: Partial<Pick<Stem, 'level' | 'mute' | 'solo'>>): void {
    const stems = this.get().stems.map((stem) => (stem.id === id ? { ...stem, ...change } : stem));
    this.set({ stems });
    this.#sound?.setLevels(gainsOf(stems));
  }

  /** Notices that another track is on the deck. */
  #follow() {
    const { track } = this.#deck.get();
    const id = track?.id ?? null;
    if (id === this.#id) return;
    this.#id = id;
    this.#asked = {};
    this.#sound = null;
    this.set(NOTHING);
    if (id) void this.#look(id, this.#asked);
  }

  /** Finds out which stems the track has. Those of a stem file load at once. */
  async #look(id: string, asked: object) {
    const answer = await ask(id).catch(() => null); // an older server, or no connection: the track plays without
    if (!answer || asked !== this.#asked) return;
    const isSplit = answer.kind === 'split';
    const parts = isSplit ? 2 : answer.stems.length;
    const phase = fits(this.#deck.get().track?.duration ?? 0, this.#deck.context.sampleRate, parts) ? 'offered' : 'large';
    this.set({ phase, isSplit });
    if (phase === 'offered' && !isSplit) await this.load();
  }

  /** Waits until the server has split the track; null if another one was loaded meanwhile. */
  async #split(id: string, asked: object): Promise<Answer | null> {
    let answer = await split(id);
    while (asked === this.#asked) {
      if (answer.state === 'ready') return answer;
      if (answer.state === 'failed' || answer.state === 'none') throw new Error(`the split is ${answer.state}`);
      this.set({ progress: answer.progress });
      await new Promise<void>((resolve) => this.#clock.after(POLL, resolve));
      answer = await ask(id);
    }
    return null;
  }

  /** Loads the stems one after the other, because decoding takes memory, and plays them instead of the track. */
  async #take({ stems, gain }: Answer, asked: object) {
    this.set({ phase: 'loading', progress: 0 });
    const buffers: AudioBuffer[] = [];
    for (const { url } of stems) {
      buffers.push(await decode(this.#deck.context, url));
      if (asked !== this.#asked) return;
      this.set({ progress: buffers.length / stems.length });
    }
    const sound = new StemSound(this.#deck.context, buffers, gainOf(gain), this.#deck.input);
    this.#sound = sound;
    this.#deck.exchange(sound);
    this.set({ phase: 'ready', stems: stems.map(({ id, name, color }) => ({ id, name, color, level: 100, mute: false, solo: false })) });
  }
}

const known = new WeakMap<Deck, Stems>();

/** The stems of a deck, always the same. */
export function stemsOf(deck: Deck, clock: Clock): Stems {
  const stems = known.get(deck) ?? new Stems(deck, clock);
  known.set(deck, stems);
  return stems;
}
