import { soundAddress } from '@/api/media';
import type { Fader, Graph } from './graph';
import type { MediaElement } from './media-element';
import { isRewound, isStream, later } from './stream-address';

const HAVE_FUTURE_DATA = 3;

const isConverted = (url: string) => url.includes('?format=');

/** An <audio> element and the item loaded in it. */
export class Deck {
  readonly element: MediaElement;
  /** The loaded address; '' when idle. */
  url = '';
  /** The element's gain; null while it plays without the graph. */
  fader: Fader | null = null;
  /** The item position at the element's time 0, in seconds. */
  from = 0;
  /** The item's playback gain; 1 is as recorded. */
  gain = 1;

  constructor(element: MediaElement) {
    this.element = element;
  }

  /** Loads from a position in seconds. The element seeks by itself once it knows the file. */
  load(url: string, at: number, preload: 'auto' | 'metadata'): void {
    this.url = url;
    this.from = isConverted(url) || isRewound(url) ? at : 0;
    this.element.preload = preload;
    this.element.src = isRewound(url) ? later(url, at) : this.from > 0 ? soundAddress(url, { start: at }) : url;
    if (at > this.from && !isStream(url)) this.element.currentTime = at;
  }

  /** The position in the item, in seconds. */
  get time(): number {
    return this.from + this.element.currentTime;
  }

  /** A conversion that is still running can only be played from its start. */
  seek(at: number): void {
    const { element, url } = this;
    const { seekable } = element;
    const inside = seekable.length > 0 && at >= this.from && at - this.from <= seekable.end(seekable.length - 1);
    if (inside || !(isConverted(url) || isRewound(url))) {
      element.currentTime = at - this.from;
      return;
    }
    const { paused } = element;
    this.load(url, at, 'auto');
    if (!paused) void element.play().catch(() => {}); // its error event says why
  }

  /** The length in seconds if the element reports it reliably: a conversion has no length before it is complete. */
  get duration(): number {
    return isConverted(this.url) || isStream(this.url) || this.url.startsWith('blob:') ? Number.NaN : this.element.duration;
  }

  /** Whether the item has a position to return to: a live stream has none. */
  get keepsPlace(): boolean {
    return !isStream(this.url) || isRewound(this.url);
  }

  /** Whether it could play immediately. */
  get ready(): boolean {
    return this.element.readyState >= HAVE_FUTURE_DATA;
  }

  /** Whether the item is fully downloaded. */
  get complete(): boolean {
    const { buffered, duration } = this.element;
    return buffered.length === 1 && buffered.start(0) === 0 && buffered.end(0) >= duration - 0.1;
  }

  clear(): void {
    this.element.pause();
    this.from = 0;
    if (!this.url) return;
    this.url = '';
    this.element.removeAttribute('src');
    this.element.load(); // closes the connection
  }
}

/** The audio elements of the player. They are created once, because a browser only lets elements play that a gesture has touched. */
export class MediaPool {
  readonly decks: readonly Deck[];
  readonly #graph: Graph | null;
  readonly #busy = new Set<Deck>();
  /** The only deck that plays while its element is cast to another device. */
  #only: Deck | null = null;
  #volume = 1;
  #muted = false;

  /** Three: one plays, one fades out, one is preloaded. */
  constructor(create: () => MediaElement, graph: Graph | null, size = 3) {
    this.decks = Array.from({ length: size }, () => new Deck(create()));
    this.#graph = graph;
  }

  /** Whether crossfades are possible. */
  get fades(): boolean {
    return this.#graph !== null && this.#only === null;
  }

  /** Unlocks every idle element and starts the audio context; within the first gesture. */
  unlock(): void {
    this.#graph?.wake();
    for (const deck of this.decks) if (!deck.url) deck.element.load();
  }

  /** Plays everything on one deck from now on, as while its element is cast to another device; null uses all decks again. */
  holdOnTo(deck: Deck | null): void {
    this.#only = deck;
  }

  /** Preloads an item. */
  preload(url: string): void {
    if (this.preloaded(url) || this.#only) return;
    const deck = this.decks.find((candidate) => !this.#busy.has(candidate));
    if (!deck) return;
    for (const other of this.decks) if (!this.#busy.has(other)) other.clear();
    deck.load(url, 0, 'auto');
  }

  /** The preloaded deck with the item. */
  preloaded(url: string): Deck | null {
    return this.decks.find((deck) => deck.url === url && !this.#busy.has(deck)) ?? null;
  }

  /** A deck with the item, loaded now unless it is preloaded. The caller owns it until it is released. */
  claim(url: string, at = 0, preload: 'auto' | 'metadata' = 'auto'): Deck {
    const waiting = this.#only ? null : this.preloaded(url);
    const free = (candidate: Deck) => !this.#busy.has(candidate);
    const deck = this.#only && free(this.#only) ? this.#only : (waiting ?? this.decks.find(free));
    if (!deck) throw new Error('every media element is in use');
    this.#busy.add(deck);
    if (!waiting) deck.load(url, at, preload);
    else if (deck.time !== at) deck.seek(at);
    return deck;
  }

  /** Routes the deck through the graph if there is one, so that it can fade. Call it within a gesture. */
  connect(deck: Deck): void {
    this.#graph?.wake();
    deck.fader ??= this.#graph?.attach(deck.element) ?? null;
    deck.fader?.set(1);
    this.setGain(deck, deck.gain, false);
  }

  /** The gain of the deck's item, independent of all fades. */
  setGain(deck: Deck, gain: number, smooth = true): void {
    deck.gain = gain;
    deck.fader?.setGain(gain, smooth);
    this.#applyVolume(deck);
  }

  /** The playback rate of all decks; the pitch stays the same. */
  setRate(rate: number): void {
    for (const { element } of this.decks) {
      element.defaultPlaybackRate = rate; // applies to the next loaded item
      element.playbackRate = rate;
    }
  }

  /** Fades everything to a fraction of its volume. */
  dim(level: number, seconds: number): void {
    this.#graph?.dim(level, seconds);
  }

  release(deck: Deck): void {
    deck.clear();
    this.#busy.delete(deck);
  }

  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    this.#graph?.setVolume(muted ? 0 : volume);
    for (const deck of this.decks) this.#applyVolume(deck);
  }

  /** Suspends the audio context while nothing plays. */
  rest(): void {
    this.#graph?.rest();
  }

  /** The master volume applies inside the graph, the element's own volume outside it. */
  #applyVolume(deck: Deck): void {
    deck.element.volume = deck.fader ? 1 : this.#volume * Math.min(1, deck.gain);
    deck.element.muted = deck.fader ? false : this.#muted;
  }
}
