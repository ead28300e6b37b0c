import type { Clock } from '@/audio/clock';
import { Emitter } from '@/audio/emitter';
import type { MediaElement } from '@/audio/media-element';
import type { MediaPool, PooledElement } from '@/audio/media-pool';
import type { OnAir } from './live';
import { lengthOf, type MoreTracks, type Playable, type PlayContext, type QueueItem } from './queue/item';
import { type Place, Queue, type Repeat } from './queue/queue';
import { type Answer, type Failure, MEDIA_ERR_NETWORK, Recovery, type Renewal, STALL_LIMIT } from './recovery';
import { originals, type Sources } from './sources';
import { HandOver, JOINED, type Plan, planTransition, SKIP, type TransitionMode } from './transitions';

/** stopped: at position 0, or nothing loaded. loading: play was requested, but there is no sound yet. reconnecting: the connection was lost. */
export type PlayerState = 'stopped' | 'loading' | 'playing' | 'paused' | 'reconnecting';

/** The state of the player. A new object only if something changed. */
export type Snapshot = {
  readonly state: PlayerState;
  /** The listener wants sound: playing, loading or reconnecting. */
  readonly isPlaying: boolean;
  readonly current: QueueItem | null;
  readonly queue: Queue;
  /** Seconds; the element's own duration once it is known, except for what grows while it plays. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly transition: TransitionMode;
  /** 1 is normal; the pitch does not change. */
  readonly rate: number;
  /** Whether it stops after the current item. */
  readonly holds: boolean;
  /** What a station is playing, if known. */
  readonly onAir: OnAir | null;
};

/** A message for the listener: an item cannot be played. detail: the server's sentence about it. skipped: the next one already plays. */
export type Notice = { reason: Failure; detail?: string | undefined; item: QueueItem; next: QueueItem | null; skipped?: boolean };

export type EngineEvents = {
  /** There is a new snapshot. */
  change: Snapshot;
  /** A play starts: an item starts, or restarts from the beginning. */
  start: QueueItem;
  /** Playback progress; the position in seconds, about four times a second. */
  progress: number;
  /** A seek to that second. */
  seek: number;
  /** Playback stopped after an item, as requested. */
  held: null;
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
  /** How the server answers for a media file. */
  probe: (url: string) => Promise<Answer>;
  /** Renews the session after an answer that an expired one may explain. */
  renew: () => Promise<Renewal>;
  random?: () => number;
  log?: (message: string) => void;
};

const RESTART_AFTER = 3; // seconds into an item after which “previous” restarts it
const PRELOAD_AHEAD = 30; // seconds before the end
const ARM_AHEAD = 1500; // ms before a transition; more than the pause between two timeupdates
const EARLY = 0.004; // seconds a timer can fire early without being set again
const MIN_RATE = 0.5;
const MAX_RATE = 3;
const SKIPS = 3; // consecutive missing items that are skipped
const REST_AFTER = 60_000; // ms of silence after which the audio context is suspended

/**
 * The player without a user interface: it owns the queue and the media elements, and reports what it does.
 *
 * Commands take effect immediately, within the caller's gesture. The position is read on demand (position()), never published.
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
  #sources: Sources = originals;
  #rate = 1;
  #holds = false;

  /** The element of the current item; null if nothing is loaded. */
  #pooled: PooledElement | null = null;
  #handOver: HandOver | null = null;
  /** Whether the start of the current play has been reported. */
  #started = false;
  /** The address that could not be preloaded; not requested again before its turn. */
  #refusedPreload = '';
  /** The item that follows in the same element. */
  #joined: QueueItem | null = null;
  /** Items skipped since the last sound; −1: the listener chose the item. */
  #skips = -1;
  /** What the station with that uid plays. */
  #onAir: { uid: string; what: OnAir | null } | null = null;
  /** The position at which the connection was lost. */
  #lostAt = 0;
  /** The length of what grows while it plays, as last told. */
  #grown = { id: '', seconds: 0, isFinal: false };
  #disarm = () => {};
  /** Stops the watchdog of a state that must not last: no data, or an audio context that runs for nothing. */
  #stopWatch = () => {};
  #snapshot: Snapshot;

  constructor({ pool, clock, probe, renew, random = Math.random, log = console.error }: EngineOptions) {
    this.#pool = pool;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#recovery = new Recovery(
      { clock, probe, renew },
      { retry: () => this.#reload(), fail: (reason, detail) => this.#giveUp(reason, detail) },
    );
    for (const pooled of pool.elements) this.#listenTo(pooled);
    this.#snapshot = this.#takeSnapshot();
  }

  // Reading

  /** For useSyncExternalStore; the same object until something changes. */
  readonly snapshot = (): Snapshot => this.#snapshot;

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => this.#events.on('change', listener);

  on<K extends keyof EngineEvents>(name: K, listener: (value: EngineEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Whether the current item has made a sound since it was loaded; a restored one has not. */
  get hasStarted(): boolean {
    return this.#started;
  }

  /** The position in the current item in seconds. Cheap enough to call in every frame. */
  position(): number {
    return this.#pooled && this.#state !== 'reconnecting' ? this.#pooled.time : this.#lostAt;
  }

  /** The element of the current item, for casting. */
  element(): MediaElement | null {
    return this.#pooled?.element ?? null;
  }

  /** Pins playback to the current element while it is cast, without transitions; or unpins it. */
  holdElement(hold: boolean): void {
    this.#pool.holdOnTo(hold ? this.#pooled : null);
    this.#arm();
  }

  // Transport

  /** Plays a list from one of its items; also turns shuffle on or off if that is given. */
  playNow(playables: readonly Playable[], index = 0, context: PlayContext | null = null, shuffle = this.#queue.shuffle): void {
    const before = shuffle === this.#queue.shuffle ? this.#queue : this.#queue.withShuffle(shuffle, this.#seed());
    const queue = before.play(playables, index, context, this.#seed());
    if (queue !== before) this.#choose(queue);
  }

  /** Starts to load an item that the listener is about to play, unless something plays. */
  prepare(playable: Playable): void {
    if (this.#isPlaying || this.#queue.current?.track.id === playable.id) return;
    const queue = this.#queue.play([playable], 0, null, this.#seed());
    if (!queue.current?.track.audioUrl || queue.current.details.live) return;
    this.#pool.preload(this.#sources.url(queue.current, queue));
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.resume();
  }

  pause(): void {
    if (!this.#isPlaying) return;
    if (this.#isLive) {
      if (this.#pooled && this.#state !== 'reconnecting') this.#lostAt = this.#pooled.keepsPlace ? this.#pooled.time : 0;
      this.#unload(); // a stream that is not played must not download
    } else if (this.#state === 'reconnecting') this.#unload();
    this.#settle();
    this.#pooled?.element.pause();
    this.#enter('paused');
  }

  resume(): void {
    if (this.#isPlaying || !this.#queue.current) return;
    if (this.#pooled) this.#sound(this.#pooled);
    else this.#begin(this.#queue, this.#lostAt);
  }

  /** Stops, and returns to the beginning of the item. */
  stop(): void {
    this.#settle();
    this.#rewind();
  }

  /** Plays the next item, if there is one. */
  next(): void {
    const queue = this.#queue.next();
    if (queue) this.#choose(queue);
  }

  /** Plays the previous item; after three seconds in an item, restarts it. */
  previous(): void {
    const queue = this.position() > RESTART_AFTER && !this.#isLive ? null : this.#queue.previous();
    if (queue) this.#choose(queue);
    else this.seek(0);
  }

  /** Goes to an item of the queue or its history and plays it. */
  jump(uid: string): void {
    const queue = this.#queue.jump(uid);
    if (queue !== this.#queue) this.#choose(queue);
  }

  /** Seconds from the beginning, limited to the item's length. */
  seek(seconds: number): void {
    if (!this.#pooled?.keepsPlace || !Number.isFinite(seconds)) return;
    const target = Math.max(0, this.#duration > 0 ? Math.min(seconds, this.#duration) : seconds);
    this.#handOver?.finish();
    this.#lostAt = target;
    this.#pooled.seek(target);
    this.#events.emit('seek', target);
    this.#arm();
  }

  /** 0 to 1, clamped. Raising the volume unmutes. */
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

  /** The playback rate, 0.5 to 3. */
  setRate(rate: number): void {
    if (!(rate >= MIN_RATE && rate <= MAX_RATE)) return;
    this.#rate = rate;
    this.#pool.setRate(rate);
    this.#arm();
    this.#publish();
  }

  /** Stops after the current item; the next one then waits. */
  setHold(on: boolean): void {
    this.#holds = on;
    this.#arm();
    this.#publish();
  }

  /** Fades everything to a fraction of the volume; the volume itself stays. */
  dim(level: number, seconds: number): void {
    this.#pool.dim(level, seconds);
  }

  /** Replaces the sources of the items' audio. */
  setSources(sources: Sources): void {
    this.#sources = sources;
    this.refresh();
  }

  /** Recomputes the address and gain of the sound. A different address is loaded at the current position. */
  refresh(): void {
    this.relevel();
    const { current } = this.#queue;
    if (this.#isLive && !this.#pooled) this.#lostAt = 0;
    if (!current?.track.audioUrl || !this.#pooled || this.#pooled.url === this.#sources.url(current, this.#queue)) return;
    const at = this.#isLive ? 0 : this.position();
    if (this.#isPlaying) {
      this.#begin(this.#queue, at, true);
      return;
    }
    this.#unload();
    this.#load(at);
  }

  /** Sets what the station is playing at the listener's position. */
  describe(uid: string, what: OnAir | null): void {
    this.#onAir = { uid, what };
    this.#publish();
  }

  /** Recomputes the items' gain. */
  relevel(): void {
    const { current } = this.#queue;
    if (current && this.#pooled) this.#pool.setGain(this.#pooled, this.#sources.gain(current, this.#queue));
    const queue = this.#following();
    const waiting = queue?.current && this.#pool.preloaded(this.#sources.url(queue.current, queue));
    if (queue?.current && waiting) waiting.gain = this.#sources.gain(queue.current, queue);
  }

  /**
   * Sets the length of an item that grows while it plays: as planned, or final. Silence fills up its file,
   * so it ends at its final length, not with its element.
   */
  setLength(id: string, seconds: number, isFinal: boolean): void {
    this.#grown = { id, seconds, isFinal };
    if (this.#queue.current?.track.id !== id) return;
    this.#duration = seconds;
    this.#arm();
    this.#publish();
  }

  // Queue

  /** Adds items at the head of “Next up”. If nothing is loaded, the first is loaded and paused. */
  playNext(playables: readonly Playable[]): void {
    this.#edit(this.#queue.insertNext(playables));
  }

  /** Adds items at the end of “Next up”. If nothing is loaded, the first is loaded and paused. */
  addToQueue(playables: readonly Playable[]): void {
    this.#edit(this.#queue.append(playables));
  }

  /** Inserts items at a place in the upcoming items. */
  insert(playables: readonly Playable[], to: Place): void {
    this.#edit(this.#queue.insert(playables, to));
  }

  /** Restores removed items in their places. */
  putBack(items: readonly QueueItem[], to: Place): void {
    this.#edit(this.#queue.putBack(items, to));
  }

  remove(uid: string): void {
    this.#edit(this.#queue.remove(uid));
  }

  /** The item was deleted: removes it from the queue, and from the player if it is current. */
  forget(id: string): void {
    const wasPlaying = this.#isPlaying;
    const is = (item: QueueItem | null) => item?.track.id === id;
    const gone = [...this.#queue.user, ...this.#queue.items].filter((item) => is(item) && item !== this.#queue.current);
    for (const { uid } of gone) this.remove(uid);
    const { current } = this.#queue;
    if (!current || !is(current)) return;
    const next = this.#queue.next();
    if (!next?.current || is(next.current)) {
      this.reset();
      return;
    }
    this.#unload();
    const queue = next.remove(current.uid);
    if (wasPlaying) {
      this.#begin(queue);
      return;
    }
    this.#wait(queue);
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

  /** Extends the context: after the items it still has to play, or replacing them. */
  extend(playables: readonly Playable[], more: MoreTracks, { replace }: { replace: boolean }): void {
    this.#edit(replace ? this.#queue.continuedWith(playables, more) : this.#queue.extended(playables, more));
  }

  setRepeat(repeat: Repeat): void {
    this.#edit(this.#queue.withRepeat(repeat));
  }

  // Lifecycle

  /** Restores a saved session, paused. */
  restore({ queue, position, volume, muted, transition }: Saved): void {
    this.#transition = transition;
    this.#volume = volume;
    this.#muted = muted;
    this.#pool.setVolume(volume, muted);
    this.#queue = queue;
    if (queue.current) this.#load(position);
    this.#publish();
  }

  /** Forgets everything, as on sign-out. */
  reset(): void {
    this.#unload();
    this.#queue = new Queue();
    this.#lostAt = 0;
    this.#duration = 0;
    this.#enter('stopped');
  }

  /** Unlocks the media elements; call it within the first gesture. */
  unlock(): void {
    this.#pool.unlock();
    if (!this.#isPlaying) this.#restLater();
  }

  /** The network is available again. */
  online(): void {
    this.#recovery.hurry();
  }

  // Moving between items

  /** The listener chose this item. */
  #choose(queue: Queue): void {
    this.#skips = -1;
    this.#begin(queue);
  }

  /** Stops the current playback, then plays the current item of the queue. again: it is the same play. */
  #begin(queue: Queue, at = 0, again = at > 0): void {
    const isLive = this.#isLive || queue.current?.details.live;
    const fades = this.#transition.kind === 'crossfade' && this.#state === 'playing' && this.#pool.fades && !isLive;
    this.#settle();
    const from = fades ? this.#pooled : null;
    if (!from) this.#unload();
    this.#queue = queue;
    this.#lostAt = at;
    if (!again) this.#started = false;
    const { current } = queue;
    if (!current?.track.audioUrl) {
      if (from) this.#unload();
      this.#fail('unavailable');
      return;
    }
    this.#refusedPreload = '';
    const pooled = this.#claim(current, at);
    if (from) this.#handTo(from, pooled, SKIP);
    this.#sound(pooled);
  }

  /** Loads an item of the queue and makes it current. */
  #claim(item: QueueItem, at = 0, preload: 'auto' | 'metadata' = 'auto'): PooledElement {
    const pooled = this.#pool.claim(this.#sources.url(item, this.#queue), at, preload);
    pooled.gain = this.#sources.gain(item, this.#queue);
    this.#pooled = pooled;
    this.#duration = this.#grown.id === item.track.id ? this.#grown.seconds : lengthOf(item);
    this.#readDuration(pooled);
    return pooled;
  }

  #handTo(from: PooledElement, to: PooledElement, plan: Plan): void {
    this.#pool.connect(to);
    this.#handOver = new HandOver(this.#clock, from, to, plan, () => {
      this.#pool.release(from);
      this.#handOver = null;
    });
  }

  /** Moves to the current item of a queue without playing. */
  #wait(queue: Queue): void {
    this.#unload();
    this.#queue = queue;
    this.#lostAt = 0;
    this.#started = false;
    this.#load(0);
  }

  /** Loads the current item without playing. */
  #load(at: number): void {
    const { current } = this.#queue;
    if (!current?.track.audioUrl) return;
    if (current.details.live) this.#lostAt = 0;
    else this.#claim(current, at, 'metadata');
    this.#enter('paused');
  }

  /** Does everything the browser requires within the gesture, without waiting for anything. */
  #sound(pooled: PooledElement): void {
    this.#pool.connect(pooled);
    pooled.element.play().catch((error: unknown) => this.#refused(pooled, error));
    this.#tellStart();
    this.#enter(pooled.ready ? 'playing' : 'loading');
  }

  #unload(): void {
    this.#settle();
    if (this.#pooled) this.#pool.release(this.#pooled);
    this.#pooled = null;
  }

  /** Cancels a running transition or recovery. */
  #settle(): void {
    this.#disarm();
    this.#handOver?.finish();
    this.#recovery.cancel();
    this.#joined = null;
  }

  #rewind(): void {
    if (this.#isLive) this.#unload();
    if (this.#pooled) {
      this.#pooled.element.pause();
      this.#pooled.seek(0);
    }
    this.#lostAt = 0;
    this.#started = false;
    this.#enter('stopped');
  }

  #ended(): void {
    if (this.#isLive && this.#pooled) {
      this.#reconnect(this.#pooled, MEDIA_ERR_NETWORK); // a stream never ends by itself
      return;
    }
    const queue = this.#following();
    this.#skips = 0;
    if (queue) this.#begin(queue);
    else if (!this.#holds) this.#rewind();
    else this.#stopHere();
  }

  /** The item that plays automatically after the current one. */
  #following(): Queue | null {
    return this.#holds ? null : this.#queue.next('ended');
  }

  #stopHere(): void {
    this.#holds = false;
    const queue = this.#queue.next();
    if (queue) this.#wait(queue);
    else this.#rewind();
    this.#events.emit('held', null);
  }

  /** Sets the timers for the transition and for an end that the element does not report, when they are near. */
  #arm(): void {
    this.#disarm();
    if (this.#state !== 'playing') return;
    const plan = this.#plan();
    const stops = [plan && this.#before(plan.lead, () => this.#crossOver()), this.#endsEarly && this.#before(0, () => this.#end())];
    this.#disarm = () => {
      for (const stop of stops) if (stop) stop();
    };
  }

  /** Calls react that many seconds before the end of the item, if that is soon. */
  #before(lead: number, react: () => void): (() => void) | null {
    const wait = (this.#left - lead) * 1000;
    return wait < ARM_AHEAD ? this.#clock.after(Math.max(0, wait), react) : null;
  }

  /** Seconds until the current item ends. */
  get #left(): number {
    return (this.#duration - this.position()) / this.#rate;
  }

  /** Whether the current item grows or grew while it plays: its element lasts longer. */
  get #grows(): boolean {
    return this.#queue.current?.details.mix === 'generation';
  }

  /** Whether the current item ends before its element. */
  get #endsEarly(): boolean {
    return this.#grows && this.#grown.isFinal && this.#grown.id === this.#queue.current?.track.id;
  }

  /** Ends an item that ends before its element. */
  #end(): void {
    if (!this.#endsEarly || this.#handOver) return;
    if (this.#left > EARLY) this.#arm();
    else this.#ended();
  }

  #plan(): Plan | null {
    const from = this.#queue.current;
    const to = this.#following()?.current;
    if (!from || !to || this.#duration <= 0 || (this.#grows && !this.#endsEarly)) return null;
    return this.#joined ? JOINED : planTransition(this.#transition, from, to);
  }

  /** Starts the next item over the end of this one. If that is impossible, `ended` starts it. */
  #crossOver(): void {
    const plan = this.#plan();
    const queue = this.#following();
    const from = this.#pooled;
    if (!plan || !queue?.current || !from || this.#handOver) return;
    if (this.#left > plan.lead + EARLY) {
      this.#arm();
      return;
    }
    this.#skips = 0;
    if (this.#joined) {
      this.#segue(queue, queue.current, from);
      return;
    }
    if (!this.#pool.fades || !this.#pool.preloaded(this.#sources.url(queue.current, queue))?.ready) return;
    this.#queue = queue;
    const to = this.#claim(queue.current);
    this.#handTo(from, to, plan);
    this.#started = false;
    this.#sound(to);
  }

  /** The element keeps playing, but its current item is now the next one. */
  #segue(queue: Queue, next: QueueItem, pooled: PooledElement): void {
    pooled.from -= this.#duration;
    this.#joined = null;
    this.#queue = queue;
    this.#duration = lengthOf(next);
    this.#started = false;
    this.#lostAt = 0;
    this.relevel();
    this.#tellStart();
    this.#publish();
  }

  #preloadNext(pooled: PooledElement): void {
    const queue = this.#following();
    const next = queue?.current;
    if (this.#joined && this.#joined !== next) this.#part(pooled);
    if (!queue || !next?.track.audioUrl || next.details.live || this.#joined) return;
    if (next !== this.#queue.current && this.#sources.join(pooled.url, next)) {
      this.#joined = next;
      return;
    }
    const url = this.#sources.url(next, queue);
    if (url === this.#refusedPreload) return;
    this.#pool.preload(url);
    this.relevel();
  }

  /** The next item is not the one that was joined. */
  #part(pooled: PooledElement): void {
    this.#joined = null;
    this.#sources.part(pooled.url);
  }

  // Events of the elements

  #listenTo(pooled: PooledElement): void {
    const { element } = pooled;
    const listen = (type: string, react: () => void) =>
      element.addEventListener(type, () => {
        if (pooled === this.#pooled) react();
      });
    listen('loadedmetadata', () => this.#readDuration(pooled));
    listen('durationchange', () => this.#readDuration(pooled));
    listen('timeupdate', () => this.#progress(pooled));
    listen('playing', () => this.#playing());
    listen('waiting', () => this.#starved());
    listen('pause', () => this.#paused(pooled));
    listen('ended', () => this.#ended());
    element.addEventListener('error', () => this.#broken(pooled));
  }

  #readDuration({ duration }: PooledElement): void {
    if (!Number.isFinite(duration) || (this.#grows && this.#duration > 0)) return;
    this.#duration = duration;
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

  /** Paused from outside: by the system, or by unplugging headphones. */
  #paused({ element }: PooledElement): void {
    if (element.paused && !element.ended && (this.#state === 'playing' || this.#state === 'loading')) this.pause();
  }

  #progress(pooled: PooledElement): void {
    if (this.#state !== 'playing') return;
    this.#events.emit('progress', this.position());
    const isNear = this.#duration - this.position() <= PRELOAD_AHEAD * this.#rate || pooled.complete;
    if (isNear && !this.#isLive) this.#preloadNext(pooled);
    this.#arm();
  }

  /** The browser requires a gesture first. Other refusals also arrive as an error event, or only mean that the source was changed. */
  #refused(pooled: PooledElement, error: unknown): void {
    if (pooled === this.#pooled && error instanceof Error && error.name === 'NotAllowedError') this.pause();
  }

  #broken(pooled: PooledElement): void {
    if (pooled !== this.#pooled) {
      if (this.#handOver) return;
      this.#refusedPreload = pooled.url; // its own turn will show the error
      pooled.clear();
      return;
    }
    if (this.#isPlaying) {
      this.#reconnect(pooled, pooled.element.error?.code ?? 0);
      return;
    }
    this.#lostAt = pooled.time; // the next play loads it again
    this.#unload();
  }

  // Errors

  #reconnect(pooled: PooledElement, code: number): void {
    this.#handOver?.finish();
    if (this.#state !== 'reconnecting') this.#lostAt = pooled.time;
    this.#joined = null;
    this.#enter('reconnecting');
    const { track } = this.#queue.current ?? {};
    void this.#recovery.handle(pooled.url.startsWith('blob:') && track ? track.audioUrl : pooled.url, code);
  }

  #reload(): void {
    const pooled = this.#pooled;
    const { current } = this.#queue;
    if (!pooled || !current) return;
    pooled.load(this.#sources.url(current, this.#queue), this.#lostAt, 'auto');
    pooled.element.play().catch((error: unknown) => this.#refused(pooled, error));
    this.#watch(pooled);
  }

  /** A form that the browser does not understand, or the plan does not include, may be available in another one. A missing item is skipped, unless the listener chose it. */
  #giveUp(reason: Failure, detail?: string): void {
    const { current } = this.#queue;
    if ((reason === 'unsupported' || reason === 'notIncluded') && current && this.#sources.instead(current, reason)) {
      this.#begin(this.#queue, this.#lostAt, true);
      return;
    }
    const next = this.#queue.next();
    if (reason !== 'missing' || this.#skips < 0 || this.#skips >= SKIPS || !next || !current) {
      this.#fail(reason, detail);
      return;
    }
    this.#skips++;
    this.#events.emit('notice', { reason, item: current, next: next.current, skipped: true });
    this.#begin(next);
  }

  #fail(reason: Failure, detail?: string): void {
    const item = this.#queue.current;
    this.#unload();
    this.#enter('stopped');
    if (!item) return;
    this.#log(`Could not play “${item.track.title}”: ${reason} (${item.track.audioUrl})`);
    this.#events.emit('notice', { reason, detail, item, next: this.#queue.next()?.current ?? null });
  }

  /** Treats an element that stays without data as a lost connection. */
  #watch(pooled: PooledElement): void {
    this.#stopWatch();
    this.#stopWatch = this.#clock.after(STALL_LIMIT, () => {
      if (pooled === this.#pooled) this.#reconnect(pooled, MEDIA_ERR_NETWORK);
    });
  }

  // State

  get #isPlaying(): boolean {
    return this.#state === 'playing' || this.#state === 'loading' || this.#state === 'reconnecting';
  }

  /** Whether the current item is a station. */
  get #isLive(): boolean {
    return this.#queue.current?.details.live ?? false;
  }

  #enter(state: PlayerState): void {
    this.#state = state;
    this.#stopWatch();
    if (state === 'loading' && this.#pooled) this.#watch(this.#pooled);
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

  #takeSnapshot(): Snapshot {
    return {
      state: this.#state,
      isPlaying: this.#isPlaying,
      current: this.#queue.current,
      queue: this.#queue,
      duration: this.#duration,
      volume: this.#volume,
      muted: this.#muted,
      transition: this.#transition,
      rate: this.#rate,
      holds: this.#holds,
      onAir: this.#onAir?.uid === this.#queue.current?.uid ? (this.#onAir?.what ?? null) : null,
    };
  }

  #publish(): void {
    const next = this.#takeSnapshot();
    const before = this.#snapshot;
    if ((Object.keys(next) as (keyof Snapshot)[]).every((key) => next[key] === before[key])) return;
    this.#snapshot = next;
    this.#events.emit('change', next);
  }
}
