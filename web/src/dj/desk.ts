import type { Clock } from '@/audio/clock';
import type { Grid } from './beat/grid';
import { foldOf, type Place, phaseShift, syncRate } from './beat/sync';
import { CUE_MODES, type CueMode } from './deck/cue';
import { Deck } from './deck/deck';
import type { DeckSound } from './deck/deck-sound';
import { MAX_PITCH } from './deck/deck-state';
import type { Memory } from './deck/hot-cues';
import { type NoBeat, whyNoBeat } from './deck/no-beat';
import { NotLoaded } from './deck/sound-of';
import type { DeckTrack } from './deck/track';
import { Rack } from './effects/rack';
import { MarksKeeper } from './marks/keeper';
import { type Curve, type Side, UNITY } from './mixer/curves';
import { type Headphones, Mixer } from './mixer/mixer';
import { Watched } from './state';

export type DeskState = {
  /** How many decks are in use. */
  shown: 2 | 4;
  cueMode: CueMode;
  /** The deck that a person made the leader; null lets the desk choose. */
  leader: Deck | null;
  /** 0 plays only the first deck, 100 only the second. */
  crossfader: number;
  curve: Curve;
  /** 0 to 100. */
  master: number;
  headphones: Headphones;
  headphoneLevel: number;
  /** What the headphones play: 0 only the decks that are cued, 100 only the master. */
  cueMix: number;
};

export const DESK_START: DeskState = {
  shown: 2,
  cueMode: 'fixed',
  leader: null,
  crossfader: 50,
  curve: 'power',
  master: UNITY.master,
  headphones: { kind: 'off' },
  headphoneLevel: 80,
  cueMix: 0,
};

const ALL = 4;
const CUE_MODE = 'sonora_desk_cue';

/** Tells what else is known of a track that grows, now that it has this sound. */
type News = (sound: DeckSound) => Promise<Partial<DeckTrack>>;
/**
 * The sound of a track, ready to play into a deck. `rest` yields sounds with more of it than the one before, at last all of it. `beats`
 * finds the beats of a track that nobody has analysed; null for none.
 */
type Loaded = { track: DeckTrack; sound: DeckSound; rest?: AsyncGenerator<DeckSound>; news?: News; beats?: () => Promise<Grid | null> };
/** Loads a track. The signal says that the deck needs neither it nor its rest any more. */
export type Load = (context: BaseAudioContext, into: AudioNode, signal: AbortSignal) => Promise<Loaded>;

/** Seconds by which the duration that the server knows may differ from that of the sound. */
const ROUNDED = 0.1;
/** ms between checks of the decks that follow another one. */
const TICK = 200;
/** Seconds off the beat: below EXACT nothing is corrected; above FAR the deck jumps instead of changing its speed. */
const EXACT = 0.0005;
const FAR = 0.06;
/** The maximum change of speed of a deck that follows, as a share. */
const MAX_BEND = 0.02;
const NUDGE = 0.04;

/** The list of songs on screen, as controllers use it: chooses another row, or loads the chosen song into a deck (null for the free one). */
export type Songs = { move(rows: number): void; load(deck: number | null): void };

/** The decks and the mixer, and what the decks do together. */
export class Desk extends Watched<DeskState> {
  readonly context: BaseAudioContext;
  readonly mixer: Mixer;
  /** All decks, also those that are not in use. */
  readonly all: readonly Deck[];
  /** The effects of each deck. */
  readonly racks: readonly Rack[];
  readonly marks: MarksKeeper;
  /** null while no list is on screen. */
  songs: Songs | null = null;
  readonly #memory: Memory;
  readonly #clock: Clock;
  readonly #nudged = new Set<Deck>();
  #stopTicking: (() => void) | null = null;

  constructor(context: BaseAudioContext, clock: Clock, memory: Memory) {
    super(DESK_START);
    this.context = context;
    this.#clock = clock;
    this.#memory = memory;
    this.marks = new MarksKeeper(memory, clock);
    this.mixer = new Mixer(context, ALL);
    this.all = this.mixer.channels.map((channel) => new Deck(context, channel, this.marks, clock));
    this.racks = this.all.map((deck) => new Rack(context, deck, clock));
    this.mixer.setMaster(DESK_START.master);
    this.mixer.setCrossfader(DESK_START.crossfader, DESK_START.curve);
    this.mixer.setHeadphoneLevel(DESK_START.headphoneLevel);
    this.all.forEach((deck, i) => {
      this.setSide(deck, i % 2 === 0 ? 'a' : 'b');
    });
    this.setCueMode(CUE_MODES.find((mode) => mode === memory.get(CUE_MODE)) ?? DESK_START.cueMode);
  }

  /** The decks in use. */
  get decks(): readonly Deck[] {
    return this.all.slice(0, this.get().shown);
  }

  /** Uses two or four decks. What is on the third and the fourth stays there, silent, until they are used again. */
  setShown(shown: 2 | 4): void {
    this.set({ shown, leader: null });
    for (const deck of this.all.slice(shown)) {
      deck.halt();
      deck.set({ sync: false });
    }
  }

  setCueMode(cueMode: CueMode): void {
    this.set({ cueMode });
    this.#memory.set(CUE_MODE, cueMode);
    for (const deck of this.all) deck.mainCue.mode = cueMode;
  }

  /** Assigns a deck to a side of the crossfader, or takes it out of it. */
  setSide(deck: Deck, side: Side): void {
    deck.set({ side });
    this.mixer.setSide(deck.channel, side);
  }

  /**
   * Loads a track into a deck until it can play: the rest of its sound may follow. If another one is requested in the meantime, this one
   * is given up at once; the one that is on the deck keeps its sound until the other is there.
   */
  async load(deck: Deck, title: string, load: Load): Promise<void> {
    const asked = new AbortController();
    this.#asked.get(deck)?.abort();
    this.#asked.set(deck, asked);
    deck.set({ isLoading: true, failed: null });
    try {
      const { track, sound, rest, news, beats } = await load(this.context, deck.input, asked.signal);
      if (asked.signal.aborted) {
        sound.close();
        await rest?.return(undefined);
        return;
      }
      this.#asked.delete(deck);
      this.#loaded.get(deck)?.abort();
      this.#loaded.set(deck, asked);
      deck.load(track, sound);
      if (rest) void complete(deck, title, rest, news);
      if (beats) void hear(deck, beats, asked.signal);
    } catch (error) {
      if (asked.signal.aborted) return;
      this.#asked.delete(deck);
      console.warn(`${title} was not loaded`, error);
      deck.set({ isLoading: false, failed: { title, why: error instanceof NotLoaded ? error.why : 'network' } });
    }
  }
  /** What ends the loading of a deck's next track, and that of the rest of the present one. */
  readonly #asked = new Map<Deck, AbortController>();
  readonly #loaded = new Map<Deck, AbortController>();

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
      if (await this.mixer.setHeadphones(headphones)) this.set({ headphones });
    } catch (error) {
      await this.mixer.setHeadphones({ kind: 'off' });
      this.set({ headphones: { kind: 'off' } });
      throw error;
    }
  }

  setCueMix(cueMix: number): void {
    this.set({ cueMix });
    this.mixer.setCueMix(cueMix);
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

  /** Makes a deck the one that the others follow; null lets the desk choose it. */
  setLeader(deck: Deck | null): void {
    deck?.set({ sync: false });
    this.set({ leader: deck });
  }

  /** Whether the deck can follow another one. */
  canSync(deck: Deck): boolean {
    return this.whyNoSync(deck) === null;
  }

  /** Why the deck cannot follow another one; null if it can. */
  whyNoSync(deck: Deck): NoBeat | 'leads' | 'alone' | 'far' | null {
    const none = whyNoBeat(deck);
    if (none) return none;
    if (deck === this.get().leader) return 'leads';
    if (!this.leaderOf(deck)) return 'alone';
    return this.#rateOf(deck) === null ? 'far' : null;
  }

  toggleSync(deck: Deck): void {
    const sync = !deck.get().sync;
    deck.set({ sync });
    deck.bend(1);
    if (sync) this.#align(deck);
    this.#tick();
  }

  /** The deck that another one would follow: the chosen one, or preferably one that plays, then one that does not follow a deck itself. */
  leaderOf(deck: Deck): Deck | null {
    const { leader } = this.get();
    if (leader && leader !== deck && leader.get().track?.grid) return leader;
    const rank = (other: Deck) => (other.get().isPlaying ? 2 : 0) + (other.get().sync ? 0 : 1);
    const others = this.decks.filter((other) => other !== deck && other.get().track?.grid);
    return others.sort((a, b) => rank(b) - rank(a))[0] ?? null;
  }

  /** Calls the listener when any deck changes; returns a function that unsubscribes. */
  readonly watchDecks = (listener: () => void): (() => void) => {
    const stops = this.all.map((deck) => deck.subscribe(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** The same, also when the mixer changes. */
  readonly watchAll = (listener: () => void): (() => void) => {
    const stops = [this.subscribe(listener), this.watchDecks(listener)];
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
    if (deck.get().isPlaying && off !== null) shiftBy(deck, off);
  }

  /** Sets a deck to the leader's tempo; returns whether that is within the range of its pitch. */
  #matchTempo(deck: Deck): boolean {
    const rate = this.#rateOf(deck);
    if (rate === null) return false;
    const percent = (rate - 1) * 100;
    if (Math.abs(percent - deck.get().pitch) > 1e-6) deck.setPitch(percent);
    return true;
  }

  /** The rate at which a deck has the leader's tempo; null if its pitch does not reach that. */
  #rateOf(deck: Deck): number | null {
    const leader = this.leaderOf(deck)?.bpm;
    const own = deck.bpm && deck.bpm / deck.rate;
    return leader && own ? syncRate(leader, own, MAX_PITCH / 100) : null;
  }

  /** How far a deck will be behind the beat of a playing leader once both move evenly, in seconds of its track. */
  #off(deck: Deck): number | null {
    const leader = this.leaderOf(deck);
    if (!leader?.get().isPlaying || leader.get().isHeld) return null;
    const when = Math.max(leader.settled, deck.settled);
    const [one, own] = [placeOf(leader, when), placeOf(deck, when)];
    return one && own && phaseShift(one, own, foldOf(leader.bpm ?? 1, deck.bpm ?? 1));
  }

  #follow(deck: Deck) {
    if (this.#nudged.has(deck) || deck.get().isHeld) return;
    if (!this.leaderOf(deck)?.get().isPlaying) return deck.bend(1); // a track that is only loaded sets no tempo
    if (!this.#matchTempo(deck)) return deck.set({ sync: false });
    const off = this.#off(deck);
    if (off === null || Math.abs(off) < EXACT) return deck.bend(1);
    if (Math.abs(off) > FAR) return shiftBy(deck, off);
    const seconds = TICK / 1000;
    deck.bend(1 + Math.max(-MAX_BEND, Math.min(MAX_BEND, off / deck.rate / seconds / 2)));
  }

  /** Runs while something plays. */
  #tick() {
    if (this.#stopTicking || !this.isPlaying()) return;
    this.#stopTicking = this.#clock.after(TICK, () => {
      this.#stopTicking = null;
      for (const deck of this.decks) {
        deck.check();
        if (deck.get().isPlaying && deck.get().sync) this.#follow(deck);
      }
      this.#tick();
    });
  }
}

/** Milliseconds that the page has to show a track on its deck before the rest of its sound, many pieces at once, keeps it busy. */
const SHOWING = 200;

/** Takes the rest of the sound on a deck as it arrives, unless another sound is there by then. */
async function complete(deck: Deck, title: string, rest: AsyncGenerator<DeckSound>, news?: News): Promise<void> {
  let { sound } = deck.output;
  try {
    await new Promise((resolve) => setTimeout(resolve, SHOWING));
    for await (const more of rest) {
      if (deck.output.sound !== sound) return more.close();
      deck.exchange(more);
      sound = more;
      if (news) void learn(deck, more, news);
    }
    const { track } = deck.get();
    if (!track || !sound || deck.output.sound !== sound) return;
    if (Math.abs(sound.duration - track.duration) > ROUNDED) deck.set({ track: { ...track, duration: sound.duration } });
  } catch (error) {
    if (deck.output.sound !== sound) return;
    console.warn(`The rest of ${title} was not loaded`, error);
    deck.set({ failed: { title, why: 'rest' } });
  }
}

/** Takes what is known of a track that grows, unless the deck has another sound by then. */
async function learn(deck: Deck, sound: DeckSound, news: News): Promise<void> {
  const known = await news(sound).catch((error: unknown) => {
    if (deck.output.sound === sound) console.warn('Nothing more is known of a track that grew', error);
    return {};
  });
  if (deck.output.sound === sound) deck.learn(known);
}

/** Gives a deck the beats of its track once they are found, unless it wants another track by then. */
async function hear(deck: Deck, beats: () => Promise<Grid | null>, signal: AbortSignal): Promise<void> {
  deck.set({ isHearing: true });
  const grid = await beats().catch((error: unknown) => {
    if (!signal.aborted) console.warn('The beats were not found', error);
    return null;
  });
  if (signal.aborted) return;
  deck.set({ isHearing: false });
  if (grid) deck.hear(grid);
}

/** Moves a deck by some seconds; where the track has not begun then, to the beat after it. */
function shiftBy(deck: Deck, seconds: number) {
  const begins = deck.positionAt(deck.start) + seconds >= 0 || deck.bpm === null;
  deck.shift(begins ? seconds : seconds + (60 * deck.rate) / (deck.bpm ?? 1));
}

function placeOf(deck: Deck, when: number): Place | null {
  const grid = deck.get().track?.grid;
  return grid ? { grid, position: deck.positionAt(when) } : null;
}
