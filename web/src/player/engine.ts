import type { Clock } from './clock';
import { Emitter } from './emitter';
import type { Playable, PlayContext, QueueItem } from './item';
import type { Deck, MediaPool } from './media-pool';
import { type Place, Queue, type Repeat } from './queue';
import { type Failure, MEDIA_ERR_NETWORK, Recovery, STALL_LIMIT } from './recovery';
import { HandOver, planTransition, type TransitionMode } from './transitions';

/** stopped: at position 0, or nothing loaded. loading: wanted, but no sound yet. reconnecting: the connection is being sought. */
export type PlayerState = 'stopped' | 'loading' | 'playing' | 'paused' | 'reconnecting';

/** What the player is doing. A new object only when something changed. */
export type Snapshot = {
  readonly state: PlayerState;
  /** The listener wants sound: playing, loading or reconnecting. */
  readonly isPlaying: boolean;
  readonly current: QueueItem | null;
  readonly queue: Queue;
  /** Seconds; the element's own as soon as it knows. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly transition: TransitionMode;
};

/** Something a person should read: an item cannot be played. */
export type Notice = { reason: Failure; item: QueueItem; next: QueueItem | null };

export type EngineEvents = {
  /** The snapshot is a new one. */
  change: Snapshot;
  /** A listen begins: an item starts, or starts again from the top. */
  start: QueueItem;
  /** Playback goes on; the position in seconds. About four a second. */
  progress: number;
  /** The position jumped to that second. */
  seek: number;
  notice: Notice;
};

export type Saved = {
  queue: Queue;
  /** Seconds. */
  position: number;
  volume: number;
  muted: boolean;
  transition: TransitionMode;
};

export type EngineOptions = {
  pool: MediaPool;
  clock: Clock;
  /** The status the server answers for a media file; 0 when it does not answer. */
  probe: (url: string) => Promise<number>;
  /** Renews the session after a 401; false when the listener has to sign in. */
  refresh: () => Promise<boolean>;
  random?: () => number;
  log?: (message: string) => void;
};

const RESTART_AFTER = 3; // seconds into an item from which «previous» restarts it
const PRELOAD_AHEAD = 30; // seconds before the end
const ARM_AHEAD = 1500; // ms before a transition; more than the pause between two timeupdates
const EARLY = 0.004; // seconds a timer may be early without being asked again
const REST_AFTER = 60_000; // ms of silence after which the audio device may sleep

/**
 * The player without a face: it owns the queue and the media elements, and tells what it does.
 *
 * Commands work at once, within the caller's gesture. Position is read when wanted (position()), never published.
 */
export class PlayerEngine {
  readonly #pool: MediaPool;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #log: (message: string) => void;
  readonly #events = new Emitter<EngineEvents>();
  readonly #recovery: Recovery;

  #queue = new Queue();
  #state: PlayerState = 'stopped';
  #duration = 0;
  #volume = 1;
  #muted = false;
  #transition: TransitionMode = { kind: 'gapless' };

  /** What holds the current item; null when nothing is loaded. */
  #deck: Deck | null = null;
  #handOver: HandOver | null = null;
  /** Whether the listen of the current item has been told. */
  #started = false;
  /** What could not be preloaded; not asked for again before its turn. */
  #refusedPreload = '';
  /** Where a lost connection left off. */
  #lostAt = 0;
  #disarm = () => {};
  /** Ends the watch over a state that must not last: no data, or an audio device that runs for nothing. */
  #stopWatch = () => {};
  #snapshot: Snapshot;

  constructor({ pool, clock, probe, refresh, random = Math.random, log = console.error }: EngineOptions) {
    this.#pool = pool;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#recovery = new Recovery({ clock, probe, refresh }, { retry: () => this.#reload(), fail: (reason) => this.#fail(reason) });
    for (const deck of pool.decks) this.#listenTo(deck);
    this.#snapshot = this.#look();
  }

  // Reading

  /** For useSyncExternalStore; the same object until something changes. */
  readonly snapshot = (): Snapshot => this.#snapshot;

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => this.#events.on('change', listener);

  on<K extends keyof EngineEvents>(name: K, listener: (value: EngineEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Seconds into the current item. Cheap: may be asked in every frame. */
  position(): number {
    return this.#deck && this.#state !== 'reconnecting' ? this.#deck.element.currentTime : this.#lostAt;
  }

  // Transport

  /** Plays a list from one of its items. */
  playNow(playables: readonly Playable[], index = 0, context: PlayContext | null = null): void {
    const queue = this.#queue.play(playables, index, context, this.#seed());
    if (queue !== this.#queue) this.#begin(queue);
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.resume();
  }

  pause(): void {
    if (!this.#isPlaying) return;
    if (this.#state === 'reconnecting') this.#unload();
    this.#settle();
    this.#deck?.element.pause();
    this.#enter('paused');
  }

  resume(): void {
    if (this.#isPlaying || !this.#queue.current) return;
    if (this.#deck) this.#sound(this.#deck);
    else this.#begin(this.#queue, this.#lostAt);
  }

  /** Silence, and back to the beginning of the item. */
  stop(): void {
    this.#settle();
    this.#rewind();
  }

  /** Goes on to what follows, if anything does. */
  next(): void {
    const queue = this.#queue.next();
    if (queue) this.#begin(queue);
  }

  /** Back to the item before; later than three seconds into an item, back to its beginning. */
  previous(): void {
    const queue = this.position() > RESTART_AFTER ? null : this.#queue.previous();
    if (queue) this.#begin(queue);
    else this.seek(0);
  }

  /** Goes to an item of the queue or its history and plays it. */
  jump(uid: string): void {
    const queue = this.#queue.jump(uid);
    if (queue !== this.#queue) this.#begin(queue);
  }

  /** Seconds from the beginning, bounded by the item. */
  seek(seconds: number): void {
    if (!this.#deck || !Number.isFinite(seconds)) return;
    const target = Math.max(0, this.#duration > 0 ? Math.min(seconds, this.#duration) : seconds);
    this.#handOver?.finish();
    this.#lostAt = target;
    this.#deck.element.currentTime = target;
    this.#events.emit('seek', target);
    this.#arm();
  }

  /** 0 to 1, clamped. A louder volume ends muting. */
  setVolume(volume: number): void {
    if (Number.isNaN(volume)) return;
    this.#volume = Math.min(1, Math.max(0, volume));
    if (this.#volume > 0) this.#muted = false;
    this.#applyVolume();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    this.#applyVolume();
  }

  setTransition(mode: TransitionMode): void {
    this.#transition = mode;
    this.#arm();
    this.#publish();
  }

  // Queue

  /** Puts items at the head of «Next up». With nothing loaded the first is loaded, paused. */
  playNext(playables: readonly Playable[]): void {
    this.#edit(this.#queue.insertNext(playables));
  }

  /** Puts items at the end of «Next up». With nothing loaded the first is loaded, paused. */
  addToQueue(playables: readonly Playable[]): void {
    this.#edit(this.#queue.append(playables));
  }

  remove(uid: string): void {
    this.#edit(this.#queue.remove(uid));
  }

  move(uid: string, to: Place): void {
    this.#edit(this.#queue.move(uid, to));
  }

  clear(list: Place['list']): void {
    this.#edit(this.#queue.clear(list));
  }

  setShuffle(on: boolean): void {
    this.#edit(this.#queue.withShuffle(on, this.#seed()));
  }

  setRepeat(repeat: Repeat): void {
    this.#edit(this.#queue.withRepeat(repeat));
  }

  // Life

  /** Takes up a saved session, paused. */
  restore({ queue, position, volume, muted, transition }: Saved): void {
    this.#transition = transition;
    this.#volume = volume;
    this.#muted = muted;
    this.#pool.setVolume(volume, muted);
    this.#queue = queue;
    if (queue.current) this.#load(position);
    this.#publish();
  }

  /** Forgets everything, as when the listener signs out. */
  reset(): void {
    this.#unload();
    this.#queue = new Queue();
    this.#lostAt = 0;
    this.#duration = 0;
    this.#enter('stopped');
  }

  /** Within the first gesture: makes the browser trust the media elements. */
  unlock(): void {
    this.#pool.unlock();
    if (!this.#isPlaying) this.#restLater();
  }

  /** The network is back. */
  online(): void {
    this.#recovery.hurry();
  }

  // From one item to the next

  /** Stops what plays, then plays the current item of the queue. */
  #begin(queue: Queue, at = 0): void {
    this.#unload();
    this.#queue = queue;
    this.#lostAt = at;
    if (at === 0) this.#started = false;
    const track = queue.current?.track;
    if (!track?.audioUrl) {
      this.#fail('unavailable');
      return;
    }
    this.#refusedPreload = '';
    this.#deck = this.#pool.claim(track.audioUrl, at);
    this.#duration = track.duration;
    this.#readDuration(this.#deck);
    this.#sound(this.#deck);
  }

  /** Loads the current item without a sound. */
  #load(at: number): void {
    const track = this.#queue.current?.track;
    if (!track?.audioUrl) return;
    this.#deck = this.#pool.claim(track.audioUrl, at, 'metadata');
    this.#duration = track.duration;
    this.#enter('paused');
  }

  /** Everything the browser wants to see inside the gesture happens here, without waiting for anything. */
  #sound(deck: Deck): void {
    this.#pool.connect(deck);
    deck.element.play().catch((error: unknown) => this.#refused(deck, error));
    this.#tellStart();
    this.#enter(deck.ready ? 'playing' : 'loading');
  }

  #unload(): void {
    this.#settle();
    if (this.#deck) this.#pool.release(this.#deck);
    this.#deck = null;
  }

  /** Ends whatever is under way: a transition, a recovery. */
  #settle(): void {
    this.#disarm();
    this.#handOver?.finish();
    this.#recovery.cancel();
  }

  #rewind(): void {
    if (this.#deck) {
      this.#deck.element.pause();
      this.#deck.element.currentTime = 0;
    }
    this.#lostAt = 0;
    this.#started = false;
    this.#enter('stopped');
  }

  #ended(): void {
    const queue = this.#queue.next('ended');
    if (queue) this.#begin(queue);
    else this.#rewind();
  }

  /** Sets the alarm for the transition when it is near. */
  #arm(): void {
    this.#disarm();
    const plan = this.#state === 'playing' ? this.#plan() : null;
    if (!plan) return;
    const wait = (this.#duration - this.position() - plan.lead) * 1000;
    if (wait < ARM_AHEAD) this.#disarm = this.#clock.after(Math.max(0, wait), () => this.#crossOver());
  }

  #plan() {
    const from = this.#queue.current;
    const to = this.#queue.next('ended')?.current;
    return from && to && this.#duration > 0 ? planTransition(this.#transition, from, to) : null;
  }

  /** Starts the next item over the end of this one. Where that is impossible, `ended` starts it. */
  #crossOver(): void {
    const plan = this.#plan();
    const queue = this.#queue.next('ended');
    const from = this.#deck;
    if (!plan || !queue?.current || !from || this.#handOver) return;
    if (this.#duration - this.position() > plan.lead + EARLY) {
      this.#arm();
      return;
    }
    const { track } = queue.current;
    if (!this.#pool.fades || !this.#pool.preloaded(track.audioUrl)?.ready) return;

    const to = this.#pool.claim(track.audioUrl);
    this.#pool.connect(to);
    this.#handOver = new HandOver(this.#clock, from, to, plan, () => {
      this.#pool.release(from);
      this.#handOver = null;
    });
    this.#deck = to;
    this.#queue = queue;
    this.#duration = track.duration;
    this.#readDuration(to);
    this.#started = false;
    this.#sound(to);
  }

  #preloadNext(): void {
    const url = this.#queue.next('ended')?.current?.track.audioUrl;
    if (url && url !== this.#refusedPreload) this.#pool.preload(url);
  }

  // What the elements tell

  #listenTo(deck: Deck): void {
    const { element } = deck;
    const listen = (type: string, react: () => void) =>
      element.addEventListener(type, () => {
        if (deck === this.#deck) react();
      });
    listen('loadedmetadata', () => this.#readDuration(deck));
    listen('durationchange', () => this.#readDuration(deck));
    listen('timeupdate', () => this.#progress(deck));
    listen('playing', () => this.#playing());
    listen('waiting', () => this.#starved());
    listen('pause', () => this.#paused(deck));
    listen('ended', () => this.#ended());
    element.addEventListener('error', () => this.#broken(deck));
  }

  #readDuration({ element }: Deck): void {
    if (!Number.isFinite(element.duration)) return;
    this.#duration = element.duration;
    this.#publish();
  }

  #playing(): void {
    if (!this.#isPlaying) return;
    this.#recovery.cancel();
    this.#enter('playing');
    this.#arm();
  }

  #starved(): void {
    if (this.#state === 'playing') this.#enter('loading');
  }

  /** Paused by somebody else: the system, a headphone that was unplugged. */
  #paused({ element }: Deck): void {
    if (element.paused && !element.ended && (this.#state === 'playing' || this.#state === 'loading')) this.pause();
  }

  #progress(deck: Deck): void {
    if (this.#state !== 'playing') return;
    this.#events.emit('progress', this.position());
    if (this.#duration - this.position() <= PRELOAD_AHEAD || deck.complete) this.#preloadNext();
    this.#arm();
  }

  /** The browser wants a gesture first. Other refusals come as an error event too, or only say that the source was changed. */
  #refused(deck: Deck, error: unknown): void {
    if (deck === this.#deck && error instanceof Error && error.name === 'NotAllowedError') this.pause();
  }

  #broken(deck: Deck): void {
    if (deck !== this.#deck) {
      if (this.#handOver) return;
      this.#refusedPreload = deck.url; // its turn will show what is wrong
      deck.clear();
      return;
    }
    if (this.#isPlaying) {
      this.#reconnect(deck, deck.element.error?.code ?? 0);
      return;
    }
    this.#lostAt = deck.element.currentTime; // the next play loads it anew
    this.#unload();
  }

  // When something goes wrong

  #reconnect(deck: Deck, code: number): void {
    this.#handOver?.finish();
    if (this.#state !== 'reconnecting') this.#lostAt = deck.element.currentTime;
    this.#enter('reconnecting');
    void this.#recovery.handle(deck.url, code);
  }

  #reload(): void {
    const deck = this.#deck;
    if (!deck) return;
    deck.load(deck.url, this.#lostAt, 'auto');
    deck.element.play().catch((error: unknown) => this.#refused(deck, error));
    this.#watch(deck);
  }

  #fail(reason: Failure): void {
    const item = this.#queue.current;
    this.#unload();
    this.#enter('stopped');
    if (!item) return;
    this.#log(`“${item.track.title}” cannot be played: ${reason} (${item.track.audioUrl})`);
    this.#events.emit('notice', { reason, item, next: this.#queue.next()?.current ?? null });
  }

  /** Takes an element that stays without data for a lost connection. */
  #watch(deck: Deck): void {
    this.#stopWatch();
    this.#stopWatch = this.#clock.after(STALL_LIMIT, () => {
      if (deck === this.#deck) this.#reconnect(deck, MEDIA_ERR_NETWORK);
    });
  }

  // State

  get #isPlaying(): boolean {
    return this.#state === 'playing' || this.#state === 'loading' || this.#state === 'reconnecting';
  }

  #enter(state: PlayerState): void {
    this.#state = state;
    this.#stopWatch();
    if (state === 'loading' && this.#deck) this.#watch(this.#deck);
    if (state === 'paused' || state === 'stopped') this.#restLater();
    this.#publish();
  }

  #restLater(): void {
    this.#stopWatch();
    this.#stopWatch = this.#clock.after(REST_AFTER, () => this.#pool.rest());
  }

  #tellStart(): void {
    if (this.#started || !this.#queue.current) return;
    this.#started = true;
    this.#events.emit('start', this.#queue.current);
  }

  #edit(queue: Queue): void {
    const wasEmpty = this.#queue.current === null;
    this.#queue = queue;
    if (wasEmpty && queue.current) this.#load(0);
    this.#arm();
    this.#publish();
  }

  #applyVolume(): void {
    this.#pool.setVolume(this.#volume, this.#muted);
    this.#publish();
  }

  #seed(): number {
    return Math.floor(this.#random() * 2 ** 32);
  }

  #look(): Snapshot {
    return {
      state: this.#state,
      isPlaying: this.#isPlaying,
      current: this.#queue.current,
      queue: this.#queue,
      duration: this.#duration,
      volume: this.#volume,
      muted: this.#muted,
      transition: this.#transition,
    };
  }

  #publish(): void {
    const next = this.#look();
    const before = this.#snapshot;
    if ((Object.keys(next) as (keyof Snapshot)[]).every((key) => next[key] === before[key])) return;
    this.#snapshot = next;
    this.#events.emit('change', next);
  }
}
