import type { Clock } from '@/audio/clock';
import type { Curve } from './curves';
import { Deck } from './deck';
import type { DeckSound } from './deck-sound';
import type { Memory } from './hot-cues';
import { type Headphones, Mixer } from './mixer';
import { Watched } from './state';
import { foldOf, type Place, phaseShift, syncRate } from './sync';
import type { DeckTrack } from './track';

export type DeskState = {
  /** 0 plays only the first deck, 100 only the second. */
  crossfader: number;
  curve: Curve;
  /** 0 to 100. */
  master: number;
  headphones: Headphones;
  headphoneLevel: number;
};

const START: DeskState = { crossfader: 50, curve: 'power', master: 80, headphones: { kind: 'off' }, headphoneLevel: 80 };

/** The sound of a track, ready to play into a deck. */
type Loaded = { track: DeckTrack; sound: DeckSound };
export type Load = (context: BaseAudioContext, into: AudioNode) => Promise<Loaded>;

/** ms between checks of the decks that follow another one. */
const TICK = 200;
/** Seconds off the beat: below EXACT nothing is corrected; above FAR the deck jumps instead of changing its speed. */
const EXACT = 0.0005;
const FAR = 0.06;
/** The maximum change of speed of a deck that follows, as a share. */
const MAX_BEND = 0.02;
const NUDGE = 0.04;

/** The decks and the mixer, and what the decks do together. */
export class Desk extends Watched<DeskState> {
  readonly context: BaseAudioContext;
  readonly mixer: Mixer;
  readonly decks: readonly Deck[];
  readonly #clock: Clock;
  readonly #nudged = new Set<Deck>();
  #stopTicking: (() => void) | null = null;

  constructor(context: BaseAudioContext, clock: Clock, memory: Memory, decks = 2) {
    super(START);
    this.context = context;
    this.#clock = clock;
    this.mixer = new Mixer(context, decks);
    this.decks = this.mixer.channels.map((channel) => new Deck(context, channel, memory));
    this.mixer.setMaster(START.master);
    this.mixer.setCrossfader(START.crossfader, START.curve);
    this.mixer.setHeadphoneLevel(START.headphoneLevel);
  }

  /** Loads a track into a deck. If another one is requested in the meantime, the later one wins. */
  async load(deck: Deck, title: string, load: Load): Promise<void> {
    const asked = {};
    this.#asked.set(deck, asked);
    deck.set({ isLoading: true, failed: null });
    try {
      const { track, sound } = await load(this.context, deck.input);
      if (this.#asked.get(deck) === asked) deck.load(track, sound);
      else sound.close();
    } catch (error) {
      console.warn(`${title} was not loaded`, error);
      if (this.#asked.get(deck) === asked) deck.set({ isLoading: false, failed: title });
    }
  }
  readonly #asked = new Map<Deck, object>();

  setCrossfader(crossfader: number): void {
    this.set({ crossfader });
    this.mixer.setCrossfader(crossfader, this.get().curve);
  }

  setCurve(curve: Curve): void {
    this.set({ curve });
    this.mixer.setCrossfader(this.get().crossfader, curve);
  }

  setMaster(master: number): void {
    this.set({ master });
    this.mixer.setMaster(master);
  }

  /** Sets the headphones. Rejects if the browser does not allow that output, and turns them off. */
  async setHeadphones(headphones: Headphones): Promise<void> {
    try {
      await this.mixer.setHeadphones(headphones);
      this.set({ headphones });
    } catch (error) {
      await this.mixer.setHeadphones({ kind: 'off' });
      this.set({ headphones: { kind: 'off' } });
      throw error;
    }
  }

  setHeadphoneLevel(headphoneLevel: number): void {
    this.set({ headphoneLevel });
    this.mixer.setHeadphoneLevel(headphoneLevel);
  }

  /** Starts or pauses a deck; one that follows starts on the beat. */
  toggle(deck: Deck): void {
    deck.toggle();
    if (deck.get().isPlaying && deck.get().sync) this.#align(deck);
    this.#tick();
  }

  /** Speeds a deck up (1) or slows it down (−1) while a button is held; 0 ends it. */
  nudge(deck: Deck, direction: -1 | 0 | 1): void {
    if (direction === 0) this.#nudged.delete(deck);
    else this.#nudged.add(deck);
    deck.bend(1 + direction * NUDGE);
  }

  /** Sets a pitch that a person chose; the deck no longer follows another one. */
  setPitch(deck: Deck, percent: number): void {
    deck.set({ sync: false });
    deck.setPitch(percent);
  }

  /** Whether the deck can follow another one. */
  canSync(deck: Deck): boolean {
    return deck.get().track?.grid != null && this.leaderOf(deck) !== null;
  }

  toggleSync(deck: Deck): void {
    const sync = !deck.get().sync;
    deck.set({ sync });
    deck.bend(1);
    if (sync) this.#align(deck);
    this.#tick();
  }

  /** The deck that another one would follow: preferably one that plays, then one that does not follow a deck itself. */
  leaderOf(deck: Deck): Deck | null {
    const rank = (other: Deck) => (other.get().isPlaying ? 2 : 0) + (other.get().sync ? 0 : 1);
    const others = this.decks.filter((other) => other !== deck && other.get().track?.grid);
    return others.sort((a, b) => rank(b) - rank(a))[0] ?? null;
  }

  /** Calls the listener when any deck changes; returns a function that unsubscribes. */
  readonly watchDecks = (listener: () => void): (() => void) => {
    const stops = this.decks.map((deck) => deck.subscribe(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };

  readonly isPlaying = (): boolean => this.decks.some((deck) => deck.get().isPlaying);

  /** Pauses all decks. */
  pause(): void {
    for (const deck of this.decks) deck.pause();
  }

  /** Sets a deck to the tempo of the leader, and at once to its beat. */
  #align(deck: Deck) {
    if (!this.#matchTempo(deck)) return deck.set({ sync: false });
    const off = this.#off(deck);
    if (deck.get().isPlaying && off !== null) deck.shift(off);
  }

  /** Sets a deck to the leader's tempo; returns whether that is within the range of its pitch. */
  #matchTempo(deck: Deck): boolean {
    const leader = this.leaderOf(deck)?.bpm;
    const own = deck.bpm && deck.bpm / deck.rate;
    const rate = leader && own && syncRate(leader, own, 0.2);
    if (!rate) return false;
    const percent = (rate - 1) * 100;
    if (Math.abs(percent - deck.get().pitch) > 1e-6) deck.setPitch(percent);
    return true;
  }

  /** How far a deck is behind the beat of a playing leader, in seconds of its track. */
  #off(deck: Deck): number | null {
    const leader = this.leaderOf(deck);
    const [one, own] = [leader && placeOf(leader), placeOf(deck)];
    if (!leader?.get().isPlaying || !one || !own) return null;
    return phaseShift(one, own, foldOf(leader.bpm ?? 1, deck.bpm ?? 1));
  }

  #follow(deck: Deck) {
    if (this.#nudged.has(deck)) return;
    if (!this.#matchTempo(deck)) return deck.set({ sync: false });
    const off = this.#off(deck);
    if (off === null || Math.abs(off) < EXACT) return deck.bend(1);
    if (Math.abs(off) > FAR) return deck.shift(off);
    const seconds = TICK / 1000;
    deck.bend(1 + Math.max(-MAX_BEND, Math.min(MAX_BEND, off / deck.rate / seconds / 2)));
  }

  /** Runs while something plays. */
  #tick() {
    if (this.#stopTicking || !this.isPlaying()) return;
    this.#stopTicking = this.#clock.after(TICK, () => {
      this.#stopTicking = null;
      for (const deck of this.decks) {
        deck.checkEnd();
        if (deck.get().isPlaying && deck.get().sync) this.#follow(deck);
      }
      this.#tick();
    });
  }
}

function placeOf(deck: Deck): Place | null {
  const grid = deck.get().track?.grid;
  return grid ? { grid, position: deck.heard } : null;
}
