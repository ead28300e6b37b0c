import type { Clock } from '@/audio/clock';
import type { Deck } from '../deck/deck';
import type { Memory } from '../deck/hot-cues';
import { fromId } from '../deck/loading';
import type { Desk, Load } from '../desk';
import { deckControls, deskControls, type Kept, type KeptDeck, type KeptTrack, keptIn } from './kept';

/** ms from a change until it is kept, and between looks at where the decks are while one plays. */
const PAUSE = 1000;
const PLAYING = 5000;

/**
 * What is on the decks and how their controls stand, kept in this browser for each account: a reload of the page finds it again. No deck
 * plays by itself, and a file of this device has to be chosen again, because a page may not open it.
 */
export class KeptDecks {
  readonly #desk: Desk;
  readonly #clock: Clock;
  readonly #memory: Memory;
  readonly #load: (id: string) => Load;
  #key: string | null = null;
  /** Tracks that are kept for decks that do not have them yet. */
  readonly #due = new Map<Deck, KeptTrack>();
  #cancel: (() => void) | null = null;

  constructor(desk: Desk, clock: Clock, memory: Memory, load = fromId) {
    this.#desk = desk;
    this.#clock = clock;
    this.#memory = memory;
    this.#load = load;
    desk.subscribe(() => this.#plan(PAUSE));
    desk.watchDecks(() => this.#plan(PAUSE));
  }

  /** Restores what an account had on its decks, unless they are in use; '' for visitors. */
  use(account: string): void {
    const key = `sonora_desk_decks_${account}`;
    if (key === this.#key) return;
    this.#key = key;
    const kept = keptIn(this.#memory.get(key));
    const isFree = this.#desk.all.every((deck) => !deck.get().track && !deck.get().isLoading);
    if (kept && isFree) this.#restore(kept);
  }

  /** Keeps the decks as they are now. */
  keep(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#key === null) return;
    const kept: Kept = { controls: deskControls(this.#desk.get()), decks: this.#desk.all.map((deck) => this.#keptOn(deck)) };
    this.#memory.set(this.#key, JSON.stringify(kept));
    if (this.#desk.isPlaying()) this.#plan(PLAYING);
  }

  #plan(ms: number) {
    this.#cancel ??= this.#clock.after(ms, () => this.keep());
  }

  #keptOn(deck: Deck): KeptDeck {
    const { track, cue } = deck.get();
    if (track) this.#due.delete(deck);
    return {
      controls: deckControls(deck.get()),
      track: track ? { id: track.id, title: track.title, at: deck.position, cue } : (this.#due.get(deck) ?? null),
    };
  }

  #restore({ controls, decks }: Kept) {
    const desk = this.#desk;
    desk.setShown(controls.shown);
    desk.setCurve(controls.curve);
    desk.setCrossfader(controls.crossfader);
    desk.setMaster(controls.master);
    desk.setHeadphoneLevel(controls.headphoneLevel);
    desk.setCueMix(controls.cueMix);
    desk.all.forEach((deck, i) => {
      const kept = decks[i];
      if (!kept) return;
      this.#restoreControls(deck, kept.controls);
      if (kept.track) void this.#reload(deck, kept.track);
    });
  }

  #restoreControls(
    deck: Deck,
    { volume, eq, filter, gain, side, headphones, pitch, keyLock, keyShift, vinyl, ...own }: KeptDeck['controls'],
  ) {
    deck.set(own);
    deck.setVolume(volume);
    for (const band of ['low', 'mid', 'high'] as const) deck.setBand(band, eq[band]);
    deck.setFilter(filter);
    deck.setGain(gain);
    this.#desk.setSide(deck, side);
    deck.setHeadphones(headphones);
    deck.setPitch(pitch);
    if (vinyl) deck.setVinyl(true);
    else void stretched(deck, keyLock, keyShift);
  }

  async #reload(deck: Deck, kept: KeptTrack): Promise<void> {
    this.#due.set(deck, kept);
    const { id, title, at, cue } = kept;
    if (id === null) return deck.set({ failed: { title, why: 'device' } });
    await this.#desk.load(deck, title, this.#load(id));
    if (deck.get().track?.id !== id || deck.get().isPlaying) return;
    deck.seek(at);
    if (deck.get().cue === null) deck.set({ cue });
  }
}

/** Turns on the key lock and the key shift of a deck, as far as the browser can. */
async function stretched(deck: Deck, keyLock: boolean, keyShift: number): Promise<void> {
  try {
    if (keyLock) await deck.setKeyLock(true);
    if (keyShift !== 0) await deck.setKeyShift(keyShift);
  } catch (error) {
    console.warn('the key lock was not restored', error);
  }
}
