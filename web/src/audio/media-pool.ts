import { soundAddress } from '@/api/media';
import type { Fader, Graph } from './graph';
import type { MediaElement } from './media-element';
import { isRewound, isStream, later } from './stream-address';

const HAVE_FUTURE_DATA = 3;

const isConverted = (url: string) => url.includes('?format=');

/** An <audio> element and the item loaded in it. */
export class PooledElement {
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
  readonly elements: readonly PooledElement[];
  readonly #graph: Graph | null;
  readonly #busy = new Set<PooledElement>();
  /** The only element that plays while it is cast to another device. */
  #only: PooledElement | null = null;
  #volume = 1;
  #muted = false;

  /** Three: one plays, one fades out, one is preloaded. */
  constructor(create: () => MediaElement, graph: Graph | null, size = 3) {
    this.elements = Array.from({ length: size }, () => new PooledElement(create()));
    this.#graph = graph;
  }

  /** Whether crossfades are possible. */
  get fades(): boolean {
    return this.#graph !== null && this.#only === null;
  }

  /** Unlocks every idle element and starts the audio context; within the first gesture. */
  unlock(): void {
    this.#graph?.wake();
    for (const pooled of this.elements) if (!pooled.url) pooled.element.load();
  }

  /** Plays everything on one element from now on, as while it is cast to another device; null uses all elements again. */
  holdOnTo(pooled: PooledElement | null): void {
    this.#only = pooled;
  }

  /** Preloads an item. */
  preload(url: string): void {
    if (this.preloaded(url) || this.#only) return;
    const pooled = this.elements.find((candidate) => !this.#busy.has(candidate));
    if (!pooled) return;
    for (const other of this.elements) if (!this.#busy.has(other)) other.clear();
    pooled.load(url, 0, 'auto');
  }

  /** The preloaded element with the item. */
  preloaded(url: string): PooledElement | null {
    return this.elements.find((pooled) => pooled.url === url && !this.#busy.has(pooled)) ?? null;
  }

  /** An element with the item, loaded now unless it is preloaded. The caller owns it until it is released. */
  claim(url: string, at = 0, preload: 'auto' | 'metadata' = 'auto'): PooledElement {
    const waiting = this.#only ? null : this.preloaded(url);
    const free = (candidate: PooledElement) => !this.#busy.has(candidate);
    const pooled = this.#only && free(this.#only) ? this.#only : (waiting ?? this.elements.find(free));
    if (!pooled) throw new Error('every media element is in use');
    this.#busy.add(pooled);
    if (!waiting) pooled.load(url, at, preload);
    else if (pooled.time !== at) pooled.seek(at);
    return pooled;
  }

  /** Routes the element through the graph if there is one, so that it can fade. Call it within a gesture. */
  connect(pooled: PooledElement): void {
    this.#graph?.wake();
    pooled.fader ??= this.#graph?.attach(pooled.element) ?? null;
    pooled.fader?.set(1);
    this.setGain(pooled, pooled.gain, false);
  }

  /** The gain of the element's item, independent of all fades. */
  setGain(pooled: PooledElement, gain: number, smooth = true): void {
    pooled.gain = gain;
    pooled.fader?.setGain(gain, smooth);
    this.#applyVolume(pooled);
  }

  /** The playback rate of all elements; the pitch stays the same. */
  setRate(rate: number): void {
    for (const { element } of this.elements) {
      element.defaultPlaybackRate = rate; // applies to the next loaded item
      element.playbackRate = rate;
    }
  }

  /** Fades everything to a fraction of its volume. */
  dim(level: number, seconds: number): void {
    this.#graph?.dim(level, seconds);
  }

  release(pooled: PooledElement): void {
    pooled.clear();
    this.#busy.delete(pooled);
  }

  setVolume(volume: number, muted: boolean): void {
    this.#volume = volume;
    this.#muted = muted;
    this.#graph?.setVolume(muted ? 0 : volume);
    for (const pooled of this.elements) this.#applyVolume(pooled);
  }

  /** Suspends the audio context while nothing plays. */
  rest(): void {
    this.#graph?.rest();
  }

  /** The master volume applies inside the graph, the element's own volume outside it. */
  #applyVolume(pooled: PooledElement): void {
    pooled.element.volume = pooled.fader ? 1 : this.#volume * Math.min(1, pooled.gain);
    pooled.element.muted = pooled.fader ? false : this.#muted;
  }
}
