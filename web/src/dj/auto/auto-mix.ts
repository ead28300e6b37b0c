import type { Clock } from '@/audio/clock';
import { freeDeck, gainOn, isOnAir, leading } from '../choose/free';
import { type Fit, fitOf } from '../choose/match';
import type { Deck } from '../deck/deck';
import type { DeckTrack } from '../deck/track';
import type { Desk, Load } from '../desk';
import { borrowed } from '../effects/act';
import { Watched } from '../state';
import { heardSpan } from './bars';
import { type Control, type ControlName, Hands } from './hands';
import { AT_REST, movesAt } from './moves';
import { type Join, planJoin } from './plan';

/** A track to play next, where it is from, and how to load it. */
export type Choice = { id: string; title: string; from: 'prepared' | 'crate' | 'library'; load: Load };
/** The IDs of tracks that have played, and of those that could not be loaded lately. */
type Avoid = { played: ReadonlySet<string>; failed: ReadonlySet<string> };
/** Chooses a track that goes after another one (null for the first). Rejects if the library cannot be asked. */
export type Choose = (leader: DeckTrack | null, avoid: Avoid) => Promise<Choice | null>;

export type Next = { deck: number; track: DeckTrack; from: Choice['from'] | 'person'; fit: Fit | null };

export type AutoState = {
  /**
   * still: nothing plays; byHand: a person mixes; looking: for the next track; empty: there is none; ready: it is loaded; mixing: it comes in;
   * paused: everything is the person's.
   */
  phase: 'off' | 'still' | 'byHand' | 'looking' | 'empty' | 'ready' | 'mixing' | 'paused';
  next: Next | null;
  join: Join | null;
  /** The number of the deck that plays. */
  from: number | null;
  /** The controls that a person has taken. */
  taken: readonly Control[];
  /** Whether the library could not be asked the last time. */
  isAway: boolean;
};

const START: AutoState = { phase: 'off', next: null, join: null, from: null, taken: [], isAway: false };

/** ms between steps, while it waits and while controls move. */
const SLOW = 200;
const FAST = 40;
/** Seconds before a join from which its start is scheduled exactly, and from which the next deck is made ready. */
const EXACT = 0.25;
const READY = 3;
/** ms from a command to the sound. */
const LEAD = 12;
/** The most that a control moves in a step when it does not follow a curve. */
const STEP = 8;
/** By how much the next track may change its speed, as a share, without and with the key lock. */
const STRETCH = 0.05;
const LOCKED_STRETCH = 0.08;
/** The change of speed from which the key lock is turned on. */
const LOCK_FROM = 0.02;
/** Percent by which the pitch returns to 0 in a step after a join: 6 % take a minute. */
const GLIDE = 0.02;
/** ms after which a track that could not be loaded, and a library that had none, are tried again. */
const AGAIN = 60_000;
const LOOK_AGAIN = 5000;
/** Seconds by which a deck may be somewhere else than expected before the join is planned again. */
const JUMPED = 0.5;

type Mixing = { join: Join; from: Deck; to: Deck; began: number; cross: number };

/** Plays one track after another on the desk's own controls, which a person can take at any moment. */
export class AutoMix extends Watched<AutoState> {
  readonly #desk: Desk;
  readonly #clock: Clock;
  readonly #choose: Choose;
  readonly #onUsed: (trackId: string) => void;
  readonly #hands: Hands;
  /** The decks whose track has played, the IDs of such tracks, and until when, in ms, others are not tried again. */
  readonly #spent = new Set<Deck>();
  readonly #played = new Set<string>();
  readonly #failed = new Map<string, number>();
  #from: Deck | null = null;
  #mixing: Mixing | null = null;
  /** Where the leading deck was when the join was planned, with which track, and when. */
  #planned: { at: number; now: number; rate: number; track: DeckTrack } | null = null;
  #isSoon = false;
  #isFirst = false;
  /** Counts searches: the result of an older one is not used. */
  #search = 0;
  #isLooking = false;
  #lookAt = 0;
  #pausedAt = 0;
  /** The deck whose pitch returns to 0, and what gives back the effect that was borrowed for an echo. */
  #glides: Deck | null = null;
  #effect: { join: Join; giveBack: () => void } | null = null;
  #stopTick = () => {};
  #stopStart: (() => void) | null = null;

  /** onUsed is called with tracks that have come in, or that were skipped. */
  constructor(desk: Desk, clock: Clock, choose: Choose, onUsed: (trackId: string) => void) {
    super(START);
    this.#desk = desk;
    this.#clock = clock;
    this.#choose = choose;
    this.#onUsed = onUsed;
    this.#hands = new Hands(desk, () => this.set({ taken: this.#hands.taken }));
    desk.watchDecks(() => this.#lookForEmpty());
  }

  /** Begins, or goes on; every control is its own again. */
  start(): void {
    this.#isFirst = this.get().phase === 'off' && !this.#desk.isPlaying();
    this.takeBack();
    this.#lookAt = 0;
    if (this.#mixing && this.get().phase === 'paused') this.#mixing.began += this.#clock.now() - this.#pausedAt;
    this.set({ phase: this.#mixing ? 'mixing' : 'looking' });
    this.#tick();
  }

  /** Leaves all controls to the person. */
  pause(): void {
    if (this.get().phase === 'off') return;
    this.#pausedAt = this.#clock.now();
    this.#halt();
    this.set({ phase: 'paused' });
  }

  stop(): void {
    this.#halt();
    this.#mixing = null;
    this.#giveBack();
    this.#forget();
    this.set(START);
  }

  /** Takes back the controls that a person has taken. */
  takeBack(): void {
    this.#hands.letGo();
    this.set({ taken: [] });
  }

  /** Joins the tracks as soon as it sounds good. */
  mixNow(): void {
    this.#isSoon = true;
    this.#planned = null;
    if (this.get().phase === 'ready') this.#tick();
  }

  /** Chooses another track than the next one. */
  skip(): void {
    const { next } = this.get();
    if (!next || this.#mixing) return;
    this.#use(this.#nextDeck());
    this.#forget();
    this.#lookAt = 0;
    this.#tick();
  }

  #halt() {
    this.#stopTick();
    this.#stopStart?.();
    this.#stopStart = null;
    this.#search++;
    this.#isLooking = false;
  }

  #forget() {
    this.#search++;
    this.#isLooking = false;
    this.#planned = null;
    this.#isSoon = false;
    this.#stopStart?.();
    this.#stopStart = null;
    this.set({ next: null, join: null });
  }

  /** Neither chooses the track on this deck again nor takes it for one that a person has loaded. */
  #use(deck: Deck) {
    const id = deck.get().track?.id;
    const isKnown = this.#spent.has(deck);
    this.#spent.add(deck);
    if (!id || isKnown) return;
    this.#played.add(id);
    this.#onUsed(id);
  }

  /** Every load empties a deck first: what it holds then is another track, or the same one once more. */
  #lookForEmpty() {
    for (const deck of this.#desk.all) {
      if (deck.get().track) continue;
      this.#spent.delete(deck);
      if (this.#mixing === null && this.get().next && deck === this.#nextDeck()) this.#forget();
    }
  }

  #tick() {
    this.#stopTick();
    const { phase } = this.get();
    if (phase === 'off' || phase === 'paused') return;
    this.#step();
    const isNear = this.#mixing || (this.#secondsLeft() ?? READY) < READY;
    this.#stopTick = this.#clock.after(isNear ? FAST : SLOW, () => this.#tick());
  }

  #step() {
    if (this.#mixing) return this.#mix(this.#mixing);
    const leader = leading(this.#desk);
    if (!leader?.get().isPlaying) return this.#still(leader);
    if (leader !== this.#from) this.#lead(leader);
    this.#isFirst = false;
    this.#glide(leader);
    if (!this.#findNext(leader)) return;
    this.#plan(leader);
    this.#approach(leader);
  }

  #lead(deck: Deck) {
    this.#from = deck;
    this.#forget();
    this.#use(deck);
    this.set({ from: this.#desk.decks.indexOf(deck), phase: 'looking' });
  }

  /** Nothing plays: starts the first track, or the next one after the end of a track; otherwise a person has stopped it. */
  #still(loaded: Deck | null) {
    const track = this.#from?.get().track;
    const hasEnded = this.#from && track && this.#spent.has(this.#from) && isAtEnd(this.#from);
    if (!hasEnded && !this.#isFirst) return this.set({ phase: 'still' });
    if (hasEnded && this.#from) {
      if (this.#findNext(this.#from))
        this.#begin(this.#from, planJoin(track, this.#nextTrack(), { ...this.#situation(this.#from), soon: true }));
      return;
    }
    if (!loaded) return void this.#findNext(null);
    this.#open(loaded);
    this.#desk.toggle(loaded);
    this.#lead(loaded);
  }

  /** Moves the crossfader to a deck that nobody would hear. */
  #open(deck: Deck) {
    if (gainOn(this.#desk, deck) < 0.1) this.#hands.move(CROSSFADER, this.#endOf(deck) * 100);
  }

  #nextTrack(): DeckTrack {
    return (this.get().next as Next).track;
  }

  /** Whether the next track is loaded; otherwise looks for one. */
  #findNext(leader: Deck | null): boolean {
    const deck = this.#deckFor(leader);
    if (!deck) {
      this.#forget();
      this.set({ phase: 'byHand' });
      return false;
    }
    const { track, isLoading } = deck.get();
    const { next } = this.get();
    if (track && next && deck === this.#nextDeck()) {
      if (next.track !== track) this.#take(deck, track, next.from, leader); // its beat grid has changed
      return true;
    }
    if (next) this.#forget(); // another deck is free
    if (isLoading || this.#isLooking) return false;
    if (track && !this.#spent.has(deck)) this.#take(deck, track, 'person', leader);
    else if (this.#clock.now() >= this.#lookAt) void this.#look(deck, leader);
    return this.get().next !== null;
  }

  /** The deck for the next track: on the other side of the crossfader, and not on air. */
  #deckFor(leader: Deck | null): Deck | null {
    const { decks } = this.#desk;
    if (!leader) return freeDeck(this.#desk) ?? decks[0] ?? null;
    const side = (deck: Deck) => deck.get().side;
    const held = this.get().next?.deck;
    const others = decks.filter((deck) => side(deck) !== side(leader) && !isOnAir(this.#desk, deck));
    return others.find((deck) => decks.indexOf(deck) === held) ?? others.find((deck) => !deck.get().track) ?? others[0] ?? null;
  }

  async #look(deck: Deck, leader: Deck | null): Promise<void> {
    const search = ++this.#search;
    this.#isLooking = true;
    this.set({ phase: 'looking' });
    const now = this.#clock.now();
    const failed = new Set([...this.#failed].filter(([, until]) => until > now).map(([id]) => id));
    this.#lookAt = now + LOOK_AGAIN;
    try {
      const choice = await this.#choose(leader?.get().track ?? null, { played: this.#played, failed });
      if (search !== this.#search) return;
      this.set({ isAway: false });
      if (choice) await this.#load(deck, choice, leader, search);
      else this.set({ phase: 'empty' });
    } catch (error) {
      console.warn('The library could not be asked for the next track', error);
      if (search === this.#search) this.set({ isAway: true, phase: 'empty' });
    } finally {
      if (search === this.#search) this.#isLooking = false;
    }
  }

  async #load(deck: Deck, choice: Choice, leader: Deck | null, search: number): Promise<void> {
    await this.#desk.load(deck, choice.title, choice.load);
    if (search !== this.#search) return;
    const { track } = deck.get();
    if (track?.id === choice.id) return this.#take(deck, track, choice.from, leader);
    this.#failed.set(choice.id, this.#clock.now() + AGAIN);
    this.#lookAt = 0;
  }

  #take(deck: Deck, track: DeckTrack, from: Next['from'], leader: Deck | null) {
    const before = leader?.get().track;
    const fit = before ? fitOf({ ...before, bpm: leader?.bpm ?? before.bpm }, track) : null;
    this.#planned = null;
    this.#lookAt = 0;
    this.set({ phase: 'ready', next: { deck: this.#desk.decks.indexOf(deck), track, from, fit } });
  }

  #situation(leader: Deck) {
    const canLock = this.#nextDeck().canKeyLock;
    return { at: leader.position, rate: leader.rate, stretch: canLock ? LOCKED_STRETCH : STRETCH, soon: this.#isSoon };
  }

  #nextDeck(): Deck {
    return this.#desk.decks[(this.get().next as Next).deck] as Deck;
  }

  /** Plans the join, again if a person has moved the leading deck to another place or speed, or its beat grid. */
  #plan(leader: Deck) {
    const [now, at, { rate }] = [this.#clock.now(), leader.position, leader];
    const { track } = leader.get();
    const before = this.#planned;
    if (!track) return this.set({ phase: 'ready' });
    this.#planned = { at, now, rate, track };
    const hasJumped = before && Math.abs(before.at + ((now - before.now) / 1000) * before.rate - at) >= JUMPED;
    const isAsPlanned = before?.track === track && !hasJumped && Math.abs(before.rate - rate) < 1e-3;
    if (isAsPlanned) return this.set({ phase: 'ready' });
    this.#stopStart?.();
    this.#stopStart = null;
    this.set({ phase: 'ready', join: planJoin(track, this.#nextTrack(), this.#situation(leader)) });
  }

  /** Seconds until the planned join; null if there is none. */
  #secondsLeft(): number | null {
    const { join } = this.get();
    return join && this.#from ? (join.out - this.#from.position) / this.#from.rate : null;
  }

  /** Makes the next deck ready shortly before the join, and starts it on time. */
  #approach(leader: Deck) {
    const { join } = this.get();
    const left = this.#secondsLeft();
    if (!join || left === null || left > READY) return;
    const deck = this.#nextDeck();
    this.#prepare(leader, deck, join);
    if (join.kind === 'echo' && left < join.beat) this.#echo(leader, join);
    if (left > EXACT || this.#stopStart) return;
    this.#stopStart = this.#clock.after(Math.max(0, left * 1000 - LEAD), () => {
      this.#stopStart = null;
      if (leader.get().isPlaying && this.get().join === join) this.#begin(leader, join);
    });
  }

  #echo(deck: Deck, join: Join) {
    if (this.#effect?.join === join) return;
    const slots = this.#desk.racks[this.#desk.decks.indexOf(deck)]?.slots ?? [];
    const slot = slots.find((one) => one.get().phase === 'off');
    this.#effect = { join, giveBack: slot ? borrowed(slot, 'echo').giveBack : () => {} };
    slot?.turnOn();
  }

  #giveBack() {
    this.#effect?.giveBack();
    this.#effect = null;
  }

  #prepare(leader: Deck, deck: Deck, join: Join) {
    const index = this.#desk.decks.indexOf(deck);
    const move = (name: ControlName, value: number) => this.#hands.move({ name, deck: index }, value);
    move('volume', leader.get().volume);
    move('low', join.kind === 'blend' ? 0 : AT_REST.lowIn);
    move('mid', AT_REST.midOut);
    move('filter', AT_REST.filterOut);
    move('pitch', join.kind === 'gapless' ? leader.get().pitch : (join.rate - 1) * 100);
    const isBent = Math.abs(join.rate - 1) > LOCK_FROM;
    if (isBent && deck.canKeyLock && !deck.get().keyLock)
      deck.setKeyLock(true).catch((error: unknown) => {
        console.warn('The key lock could not be loaded', error);
        void deck.setKeyLock(false);
      });
  }

  #begin(from: Deck, join: Join) {
    const to = this.#nextDeck();
    const late = from.get().isPlaying ? Math.max(0, from.position - join.out) / from.rate : 0;
    this.#prepare(from, to, join);
    this.#hands.own(() => {
      to.seek(join.in + late * to.rate);
      if (join.kind === 'blend' && !to.get().sync && this.#desk.canSync(to)) this.#desk.toggleSync(to);
      if (!to.get().isPlaying) this.#desk.toggle(to);
      if (join.kind === 'echo') from.pause();
    });
    this.#use(to);
    this.#mixing = { join, from, to, began: this.#clock.now() - late * 1000, cross: this.#crossOf({ from, to }) };
    this.set({ phase: 'mixing', join, from: this.#desk.decks.indexOf(from) });
    this.#mix(this.#mixing);
  }

  /** The end of the crossfader, 0 or 1, that is for a deck. One that passes it by has the end opposite to the other deck of a join. */
  #endOf(deck: Deck, other?: Deck): number {
    const { side } = deck.get();
    if (side !== 'through') return side === 'b' ? 1 : 0;
    return other && other.get().side !== 'through' ? 1 - this.#endOf(other) : this.#desk.decks.indexOf(deck) % 2;
  }

  /** Where the crossfader is: from 0, as far from the deck that comes in as possible, to 1. */
  #crossOf({ from, to }: Pick<Mixing, 'from' | 'to'>): number {
    const share = this.#desk.get().crossfader / 100;
    return this.#endOf(to, from) === 1 ? share : 1 - share;
  }

  #mix(mixing: Mixing) {
    const { join, from, to, began, cross } = mixing;
    if (!to.get().isPlaying) return isAtEnd(to) ? this.#goOn(mixing) : this.#interrupted();
    const seconds = (this.#clock.now() - began) / 1000;
    // Once the first track has ended, the next one must be heard, whoever has the crossfader.
    const isAlone = !from.get().isPlaying && (join.kind !== 'echo' || seconds >= join.length);
    if (isAlone && this.#hands.taken.length > 0) this.takeBack();
    const moves = isAlone ? { ...AT_REST, cross: 1 } : movesAt(join, seconds);
    this.#moveAll(mixing, { ...moves, cross: Math.max(cross, moves.cross) }, isAlone);
    const hasLeft = from.get().side === 'through' || !isOnAir(this.#desk, from);
    const isOver = seconds >= join.length && hasLeft && this.#crossOf(mixing) > 0.5;
    if (isOver) this.#finish(mixing);
  }

  #moveAll({ join, from, to }: Mixing, moves: ReturnType<typeof movesAt>, isAlone: boolean) {
    const [out, into] = [this.#desk.decks.indexOf(from), this.#desk.decks.indexOf(to)];
    const isGradual = !isAlone && (join.kind === 'blend' || join.kind === 'fade');
    this.#hands.move(CROSSFADER, (this.#endOf(to, from) === 1 ? moves.cross : 1 - moves.cross) * 100, isGradual ? STEP : undefined);
    if (join.kind !== 'blend') return;
    this.#hands.move({ name: 'low', deck: into }, moves.lowIn, STEP);
    if (isAlone) return;
    this.#hands.move({ name: 'low', deck: out }, moves.lowOut, STEP);
    this.#hands.move({ name: 'mid', deck: out }, moves.midOut, STEP);
    this.#hands.move({ name: 'filter', deck: out }, moves.filterOut, STEP);
  }

  /** A person has stopped the track that came in: the rest is theirs. */
  #interrupted() {
    this.#mixing = null;
    this.#forget();
    this.pause();
  }

  /** The track that came in is over before the join is, so short was it or its rest: the first one leads again if it still plays. */
  #goOn(mixing: Mixing) {
    const { from, to } = mixing;
    if (!from.get().isPlaying) return this.#finish(mixing);
    this.#rest(from);
    this.#finish({ from: to, to: from });
  }

  /** Frees the first deck: it stops, and its controls return to their places. */
  #finish({ from, to }: Pick<Mixing, 'from' | 'to'>) {
    this.#mixing = null;
    this.#hands.own(() => {
      from.pause();
      for (const deck of [from, to]) if (deck.get().sync) this.#desk.toggleSync(deck);
    });
    this.#giveBack();
    this.#glides = to;
    this.#rest(from);
    const into = this.#desk.decks.indexOf(to);
    this.#hands.move({ name: 'low', deck: into }, AT_REST.lowIn);
    this.takeBack();
    // A person may have left it where the first deck is no longer heard, just before its end.
    this.#hands.move(CROSSFADER, this.#endOf(to, from) * 100);
    this.#hands.letGo();
    this.#lookAt = 0;
    this.#lead(to);
  }

  /** Returns the equaliser and the filter of a deck to their places. */
  #rest(deck: Deck) {
    const index = this.#desk.decks.indexOf(deck);
    this.#hands.move({ name: 'low', deck: index }, AT_REST.lowOut);
    this.#hands.move({ name: 'mid', deck: index }, AT_REST.midOut);
    this.#hands.move({ name: 'filter', deck: index }, AT_REST.filterOut);
  }

  /** Returns the pitch of the leading deck to 0 slowly, unless a person has it. */
  #glide(deck: Deck) {
    const { pitch, sync } = deck.get();
    const control: Control = { name: 'pitch', deck: this.#desk.decks.indexOf(deck) };
    const isOurs = this.#glides === deck;
    if (isOurs && !sync && Math.abs(pitch) > 1e-6) this.#hands.move(control, 0, GLIDE);
  }
}

/** Whether a deck is where its sound ends. */
function isAtEnd(deck: Deck): boolean {
  const { track } = deck.get();
  return track !== null && deck.position >= heardSpan(track).to - EXACT;
}

const CROSSFADER: Control = { name: 'crossfader', deck: 0 };
