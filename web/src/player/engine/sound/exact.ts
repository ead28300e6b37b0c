import { soundAddress } from '@/api/media';
import type { Clock } from '@/audio/clock';
import type { MediaPool, PooledElement } from '@/audio/media-pool';
import { lengthOf, type QueueItem } from '@/player/engine/queue/item';
import type { Queue } from '@/player/engine/queue/queue';

const TYPE = 'audio/mp4; codecs="flac"';
const AHEAD = 40; // seconds buffered before the current position
const BEHIND = 20; // seconds kept after it
const POLL = 500; // ms between two checks for free buffer space
const ERROR_MARGIN = 1; // seconds of remaining sound at which a lost connection becomes an error

type Open = (url: string, signal: AbortSignal) => Promise<Response>;

const openStream: Open = (url, signal) => fetch(url, { signal, credentials: 'same-origin' });

/** Whether two items play gapless: FLAC of one album with one sample rate, in sequence on it. */
function areNeighbours(a: QueueItem | undefined, b: QueueItem | undefined): boolean {
  const [x, y] = [a?.details, b?.details];
  if (!x || !y || x.albumId === null || x.albumId !== y.albumId || x.sampleRate !== y.sampleRate) return false;
  const exact = (details: typeof x) => details.format === 'flac' && details.samples > 0 && details.sampleRate > 0;
  return exact(x) && exact(y) && (x.disc === y.disc ? y.number === x.number + 1 : y.disc === x.disc + 1 && y.number === 1);
}

/** Plays neighbouring album tracks from one element, joined sample-exact, with Media Source Extensions. */
export class Exact {
  readonly #pool: MediaPool;
  readonly #clock: Clock;
  readonly #open: Open;
  readonly #feeds = new Map<string, Feed>(); // by the uid of each item in it
  readonly #refused = new Set<string>(); // IDs of tracks that cannot be played this way

  constructor(pool: MediaPool, clock: Clock, open: Open = openStream) {
    this.#pool = pool;
    this.#clock = clock;
    this.#open = open;
  }

  static get isSupported(): boolean {
    return typeof MediaSource !== 'undefined' && MediaSource.isTypeSupported(TYPE);
  }

  /** The address of an item that has a neighbour in its queue; null if it has to be played another way. */
  url(item: QueueItem, queue: Queue): string | null {
    const known = this.#feeds.get(item.uid);
    if (known?.isAlive) return known.url;
    if (known) this.#drop(known);
    const { order } = queue;
    const at = order.indexOf(item);
    const joins = at >= 0 && (areNeighbours(item, order[at + 1]) || areNeighbours(order[at - 1], item));
    // A cast device only accepts addresses of the server.
    if (!joins || !this.#pool.fades || this.#refused.has(item.track.id)) return null;
    const feed = new Feed(item, this.#clock, this.#open, {
      pooled: (url) => this.#pool.elements.find((pooled) => pooled.url === url),
      refused: (id) => this.#refused.add(id),
    });
    this.#feeds.set(item.uid, feed);
    return feed.url;
  }

  /** Appends the next item at the end of the last one. */
  join(url: string, next: QueueItem): boolean {
    const feed = this.#of(url);
    if (!feed || this.#refused.has(next.track.id) || !areNeighbours(feed.last, next)) return false;
    feed.append(next);
    this.#feeds.set(next.uid, feed);
    return true;
  }

  part(url: string): void {
    const feed = this.#of(url);
    if (feed) this.#feeds.delete(feed.cut().uid);
  }

  /** Whether the item failed this way and now has another address. */
  gaveUp(item: QueueItem): boolean {
    const feed = this.#feeds.get(item.uid);
    if (!feed || !this.#refused.has(item.track.id)) return false;
    this.#drop(feed);
    return true;
  }

  #of(url: string): Feed | undefined {
    return [...this.#feeds.values()].find((feed) => feed.url === url);
  }

  #drop(feed: Feed): void {
    for (const [uid, other] of this.#feeds) if (other === feed) this.#feeds.delete(uid);
  }
}

/** An item on the timeline of its element. */
type Piece = { item: QueueItem; start: number; length: number };

type World = { pooled: (url: string) => PooledElement | undefined; refused: (id: string) => void };

/** A media source, filled from the server ahead of playback. */
class Feed {
  readonly url: string;
  readonly #source = new MediaSource();
  readonly #pieces: Piece[];
  readonly #clock: Clock;
  readonly #open: Open;
  readonly #world: World;
  #buffer: SourceBuffer | null = null;
  #wasOpened = false;
  #run = new AbortController();
  /** The end of what is loaded or loading; null while nothing is loading. */
  #running = false;

  constructor(first: QueueItem, clock: Clock, open: Open, world: World) {
    this.#clock = clock;
    this.#open = open;
    this.#world = world;
    this.#pieces = [{ item: first, start: 0, length: lengthOf(first) }];
    this.url = URL.createObjectURL(this.#source);
    this.#source.addEventListener('sourceopen', () => this.#opened(), { once: true });
    this.#source.addEventListener('sourceclose', () => this.#run.abort(), { once: true });
  }

  get isAlive(): boolean {
    return !this.#wasOpened || this.#source.readyState !== 'closed';
  }

  get last(): QueueItem {
    return this.#end.item;
  }

  append(item: QueueItem): void {
    const { start, length } = this.#end;
    this.#pieces.push({ item, start: start + length, length: lengthOf(item) });
    if (!this.#running && this.#buffer) void this.#fill(start + length);
  }

  /** Removes the last item. */
  cut(): QueueItem {
    const gone = this.#end;
    if (this.#pieces.length > 1) this.#pieces.pop();
    void this.#restart(Math.min(this.#loadedTo(this.#now), gone.start), gone.start);
    return gone.item;
  }

  get #end(): Piece {
    return this.#pieces.at(-1) as Piece; // there is always one
  }

  get #now(): number {
    return this.#world.pooled(this.url)?.element.currentTime ?? 0;
  }

  #opened(): void {
    URL.revokeObjectURL(this.url);
    this.#wasOpened = true;
    this.#buffer = this.#source.addSourceBuffer(TYPE);
    this.#source.duration = this.#end.length;
    const element = this.#world.pooled(this.url)?.element;
    element?.addEventListener('seeking', () => this.#sought(), { signal: this.#closed() });
    void this.#fill(this.#now);
  }

  #closed(): AbortSignal {
    const closed = new AbortController();
    this.#source.addEventListener('sourceclose', () => closed.abort(), { once: true });
    return closed.signal;
  }

  #sought(): void {
    const now = this.#now;
    if (this.#loadedTo(now) > now + 0.05) return;
    void this.#restart(now);
  }

  /** Cancels loading and restarts it from there; removes everything before `from`. */
  async #restart(at: number, from?: number): Promise<void> {
    const buffer = this.#buffer;
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    if (!buffer || this.#source.readyState === 'closed') return;
    await idle(buffer);
    if (run.signal.aborted || !this.isAlive) return;
    if (this.#source.readyState === 'open') buffer.abort();
    if (from !== undefined) {
      buffer.remove(from, Number.POSITIVE_INFINITY);
      await idle(buffer);
    }
    if (!run.signal.aborted) await this.#fill(at, run);
  }

  /** The end of the buffered range around a time. */
  #loadedTo(time: number): number {
    const ranges = this.#buffer?.buffered;
    for (let i = 0; ranges && i < ranges.length; i++) {
      if (ranges.start(i) <= time + 0.1 && ranges.end(i) > time) return ranges.end(i);
    }
    return time;
  }

  /** Loads from a time to the end of the last piece. */
  async #fill(from: number, run = this.#run): Promise<void> {
    this.#running = true;
    const { signal } = run;
    try {
      for (let at = from; !signal.aborted; ) {
        const piece = this.#pieces.find(({ start, length }) => at < start + length - 0.001);
        if (!piece) break;
        at = (await this.#load(piece, Math.max(0, at - piece.start), signal)) ? piece.start + piece.length : this.#loadedTo(this.#now);
      }
      if (!signal.aborted && this.#source.readyState === 'open') this.#source.endOfStream();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      if (this.#run === run) this.#running = false;
    }
  }

  /** Loads a piece from a position in it. False if the connection broke and another attempt is worthwhile. */
  async #load(piece: Piece, from: number, signal: AbortSignal): Promise<boolean> {
    try {
      const conversion = { format: 'flac', container: 'fmp4', start: from || undefined };
      const reply = await this.#open(soundAddress(piece.item.track.audioUrl, conversion), signal);
      if (reply.status === 409 || reply.status === 415) this.#world.refused(piece.item.track.id);
      if (!reply.ok || !reply.body) throw new Refused();
      await this.#window(piece, from);
      const reader = reply.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) await this.#put(part.value, signal);
      return true;
    } catch (error) {
      const left = this.#loadedTo(this.#now) - this.#now;
      if (signal.aborted || error instanceof Refused || left < ERROR_MARGIN) throw error;
      await this.#pause(1000, signal);
      return false;
    }
  }

  async #window({ start, length }: Piece, from: number): Promise<void> {
    const buffer = this.#buffer as SourceBuffer;
    await idle(buffer);
    buffer.appendWindowStart = 0;
    buffer.appendWindowEnd = start + length;
    buffer.appendWindowStart = start;
    buffer.timestampOffset = start + from;
  }

  async #put(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const buffer = this.#buffer as SourceBuffer;
    while (this.#loadedTo(this.#now) - this.#now > AHEAD) await this.#pause(POLL, signal);
    for (;;) {
      await idle(buffer);
      if (signal.aborted || this.#source.readyState === 'closed') throw new DOMException('closed', 'AbortError');
      try {
        buffer.appendBuffer(bytes);
        break;
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
        if (this.#now > BEHIND) buffer.remove(0, this.#now - BEHIND);
        await this.#pause(POLL, signal);
      }
    }
    await idle(buffer);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = this.#clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        forget();
        reject(signal.reason);
      });
    });
  }

  #fail(error: unknown): void {
    if (!(error instanceof Refused) && !(error instanceof TypeError)) this.#world.refused(this.#end.item.track.id);
    if (this.#source.readyState === 'open') this.#source.endOfStream('network');
  }
}

/** The response is not audio; the player determines the cause. */
class Refused extends Error {}

function idle(buffer: SourceBuffer): Promise<void> {
  if (!buffer.updating) return Promise.resolve();
  return new Promise((resolve) => buffer.addEventListener('updateend', () => resolve(), { once: true }));
}
