import type { Fader, Graph } from './graph';

/** The part of HTMLAudioElement the player uses; tests bring their own. */
export type MediaElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | 'src'
    | 'preload'
    | 'currentTime'
    | 'duration'
    | 'paused'
    | 'ended'
    | 'readyState'
    | 'volume'
    | 'muted'
    | 'error'
    | 'buffered'
    | 'play'
    | 'pause'
    | 'load'
    | 'removeAttribute'
  >;

const HAVE_FUTURE_DATA = 3;

/** One <audio> element and what it holds. */
export class Deck {
  readonly element: MediaElement;
  /** What is loaded; '' when idle. */
  url = '';
  /** The element's loudness; null while it plays past the graph. */
  fader: Fader | null = null;

  constructor(element: MediaElement) {
    this.element = element;
  }

  /** Loads from a position in seconds. The element seeks by itself once it knows the file. */
  load(url: string, at: number, preload: 'auto' | 'metadata'): void {
    this.url = url;
    this.element.preload = preload;
    this.element.src = url;
    if (at > 0) this.element.currentTime = at;
  }

  /** Whether it would sound at once. */
  get ready(): boolean {
    return this.element.readyState >= HAVE_FUTURE_DATA;
  }

  /** Whether it needs nothing more from the network. */
  get complete(): boolean {
    const { buffered, duration } = this.element;
    return buffered.length === 1 && buffered.start(0) === 0 && buffered.end(0) >= duration - 0.1;
  }

  clear(): void {
    this.element.pause();
    if (!this.url) return;
    this.url = '';
    this.element.removeAttribute('src');
    this.element.load(); // lets go of the connection
  }
}

/** The elements that play. They are made once, because a browser trusts an element that a gesture has touched. */
export class MediaPool {
  readonly decks: readonly Deck[];
  readonly #graph: Graph | null;
  readonly #busy = new Set<Deck>();
  #volume = 1;
  #muted = false;

  /** Three: one plays, one fades out, one waits. */
  constructor(create: () => MediaElement, graph: Graph | null, size = 3) {
    this.decks = Array.from({ length: size }, () => new Deck(create()));
    this.#graph = graph;
  }

  /** Whether items can be crossed with each other. */
  get fades(): boolean {
    return this.#graph !== null;
  }

  /** Marks every idle element as touched, and warms up the audio device; within the first gesture. */
  unlock(): void {
    this.#graph?.wake();
    for (const deck of this.decks) if (!deck.url) deck.element.load();
  }

  /** Loads an item that will be wanted soon. */
  preload(url: string): void {
    if (this.preloaded(url)) return;
    const deck = this.decks.find((candidate) => !this.#busy.has(candidate));
    if (!deck) return;
    for (const other of this.decks) if (!this.#busy.has(other)) other.clear();
    deck.load(url, 0, 'auto');
  }

  /** The waiting deck that holds the item. */
  preloaded(url: string): Deck | null {
    return this.decks.find((deck) => deck.url === url && !this.#busy.has(deck)) ?? null;
  }

  /** A deck with the item, loaded now unless it waits already. It is the caller's until released. */
  claim(url: string, at = 0, preload: 'auto' | 'metadata' = 'auto'): Deck {
    const waiting = this.preloaded(url);
    const deck = waiting ?? this.decks.find((candidate) => !this.#busy.has(candidate));
    if (!deck) throw new Error('every media element is in use');
    this.#busy.add(deck);
    if (!waiting) deck.load(url, at, preload);
    else if (deck.element.currentTime !== at) deck.element.currentTime = at;
    return deck;
  }

  /** Routes the deck through the graph where there is one, so that it can be faded. Within a gesture. */
  connect(deck: Deck): void {
    this.#graph?.wake();
    deck.fader ??= this.#graph?.attach(deck.element) ?? null;
    deck.fader?.set(1);
    this.#applyVolume(deck);
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

  /** Lets the audio device rest while nothing plays. */
  rest(): void {
    this.#graph?.rest();
  }

  /** The master volume rules inside the graph, the element's own outside. */
  #applyVolume(deck: Deck): void {
    deck.element.volume = deck.fader ? 1 : this.#volume;
    deck.element.muted = deck.fader ? false : this.#muted;
  }
}
