import type { Clock } from './clock';
import type { Fader, Graph } from './graph';
import type { MediaElement } from './media-element';

/** A clock that only moves when a test advances it. */
export class FakeClock implements Clock {
  #now = 1_700_000_000_000;
  #serial = 0;
  readonly #timers = new Map<number, { at: number; call: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const id = this.#serial++;
    this.#timers.set(id, { at: this.#now + ms, call });
    return () => this.#timers.delete(id);
  }

  /** Advances the time and calls due callbacks in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
      if (!due) break;
      const [id, timer] = due;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, timer.at);
      timer.call();
    }
    this.#now = end;
  }
}

/** The files of a fake server: seconds of sound, or the MediaError.code with which loading fails. */
export type FakeFiles = Record<string, { duration: number } | { error: number }>;

const START_MS = 10; // from play() to the first sound
const TICK_MS = 250; // between two timeupdate events

/** An <audio> element that plays on a fake clock. */
export class FakeAudio extends EventTarget implements MediaElement {
  preload: '' | 'auto' | 'metadata' | 'none' = '';
  paused = true;
  ended = false;
  readyState = 0;
  duration = Number.NaN;
  volume = 1;
  muted = false;
  error: MediaError | null = null;
  buffered = ranges(0);
  playbackRate = 1;
  defaultPlaybackRate = 1;
  loads = 0;
  /** The error that play() rejects with, if any. */
  refusal: Error | null = null;

  #src = '';
  #base = 0;
  #since: number | null = null;
  #stop = () => {};

  constructor(
    readonly clock: FakeClock,
    readonly files: FakeFiles,
  ) {
    super();
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#reset();
    this.#src = url;
    this.#stop = this.clock.after(1, () => this.#loaded());
  }

  get seekable(): TimeRanges {
    return ranges(this.duration || 0);
  }

  get currentTime(): number {
    const played = this.#since === null ? 0 : (this.clock.now() - this.#since) / 1000;
    return Math.min(this.#base + played, this.duration || Number.POSITIVE_INFINITY);
  }

  set currentTime(seconds: number) {
    this.#base = seconds;
    this.ended = false;
    if (this.#since !== null) {
      this.#since = this.clock.now();
      this.#tick();
    }
  }

  async play(): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.paused = false;
    this.ended = false;
    if (this.readyState > 0) this.#start();
  }

  pause(): void {
    if (this.paused) return;
    this.#halt();
    this.#fire('pause');
  }

  load(): void {
    this.loads++;
    this.#reset();
  }

  removeAttribute(): void {
    this.#src = '';
  }

  /** Breaks the connection: the element stops with a MediaError. */
  break(code: number): void {
    this.#base = this.currentTime;
    this.#since = null;
    this.#stop();
    this.#fail(code);
  }

  #fire(type: string) {
    this.dispatchEvent(new Event(type));
  }

  #reset() {
    this.#stop();
    this.#since = null;
    this.#base = 0;
    this.paused = true;
    this.ended = false;
    this.readyState = 0;
    this.duration = Number.NaN;
    this.error = null;
  }

  #loaded() {
    const file = this.files[this.#src] ?? { error: 4 };
    if ('error' in file) {
      this.#fail(file.error);
      return;
    }
    this.readyState = 4;
    this.duration = file.duration;
    this.#fire('loadedmetadata');
    if (!this.paused) this.#start();
  }

  #fail(code: number) {
    this.error = { code } as MediaError;
    this.#fire('error');
  }

  #start() {
    this.#stop();
    this.#stop = this.clock.after(START_MS, () => {
      this.#since = this.clock.now();
      this.#fire('playing');
      if (this.#since !== null) this.#tick();
    });
  }

  #tick() {
    this.#stop();
    const left = (this.duration - this.currentTime) * 1000;
    this.#stop = this.clock.after(Math.min(TICK_MS, left), () => {
      if (this.currentTime >= this.duration) {
        this.#halt();
        this.ended = true;
        this.#fire('timeupdate');
        this.#fire('ended');
        return;
      }
      this.#tick();
      this.#fire('timeupdate');
    });
  }

  #halt() {
    this.#base = this.currentTime;
    this.#since = null;
    this.paused = true;
    this.#stop();
  }
}

/** TimeRanges from 0 to that second; empty for 0. */
export function ranges(end: number): TimeRanges {
  return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
}

/** A graph that records its calls. */
export class FakeGraph implements Graph {
  readonly log: string[] = [];
  volume = 1;

  prepare(): void {}
  wake(): void {}

  rest(): void {
    this.log.push('rest');
  }

  attach(): Fader {
    const name = `f${this.log.filter((entry) => entry.startsWith('attach')).length}`;
    this.log.push(`attach ${name}`);
    return {
      set: (level) => this.log.push(`${name} = ${level}`),
      setGain: (gain) => {
        if (gain !== 1) this.log.push(`${name} at ${gain}`);
      },
      ramp: (from, to, seconds, shape) => this.log.push(`${name} ${from} → ${to} in ${seconds} s ${shape}`),
    };
  }

  setVolume(volume: number): void {
    this.volume = volume;
  }

  dim(level: number, seconds: number): void {
    this.log.push(`dim ${level} in ${seconds} s`);
  }

  insert(): void {}

  analyser(): null {
    return null;
  }
}
