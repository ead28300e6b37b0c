import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import type { Track } from '@/api/types';
import type { Clock } from '@/audio/clock';
import { ulid } from '@/lib/ulid';
import type { Memory } from '../deck/hot-cues';
import type { DeckTrack } from '../deck/track';
import type { Desk } from '../desk';
import { heardOn } from '../recording/tracklist';
import { Watched } from '../state';
import { listIn } from './prepared';

/** Seconds for which a track has to be heard until it is in the history. */
const LISTED = 10;
/** Seconds, or half of the track, after which it counts as a play, as in the player. */
const COUNTS = 30;
/** ms between looks at the decks while one plays. */
const TICK = 1000;
/** The most tracks, and reports for the server, that are kept. */
const MOST = 300;

/** A track that was played on this desk, and when, in ms since 1970. */
export type Heard = { at: number; track: Track };
type Report = { id: string; trackId: string; startedAt: string; listened: number };
type Listen = { id: string; from: number; seconds: number; isListed: boolean; counts: boolean };
type Send = (report: Report) => Promise<'done' | 'later'>;

/**
 * What was played on this desk, the newest first, kept in this browser for each account. A track that was audible for long enough counts
 * as a play on the server; while it cannot be reached, the reports wait in the browser.
 */
export class History extends Watched<{ heard: readonly Heard[] }> {
  readonly #desk: Desk;
  readonly #clock: Clock;
  readonly #memory: Memory;
  readonly #send: Send;
  readonly #listens = new WeakMap<DeckTrack, Listen>();
  #account: string | null = null;
  #last = 0;
  #stop: (() => void) | null = null;
  #isSending = false;

  constructor(desk: Desk, clock: Clock, memory: Memory, send: Send = sendPlay) {
    super({ heard: [] });
    this.#desk = desk;
    this.#clock = clock;
    this.#memory = memory;
    this.#send = send;
    desk.watchDecks(() => this.#watch());
  }

  /** Shows the history of an account; '' for visitors, whose plays are not reported. */
  use(account: string): void {
    if (this.#account === account) return;
    this.#account = account;
    const isHeard = (one: Heard) => typeof one?.at === 'number' && typeof one.track?.id === 'string';
    this.set({ heard: listIn(this.#memory.get(this.#listKey), isHeard) });
    void this.#flush();
  }

  clear(): void {
    this.set({ heard: [] });
    this.#memory.remove(this.#listKey);
  }

  get #listKey() {
    return `sonora_desk_history_${this.#account}`;
  }

  get #reportKey() {
    return `sonora_desk_plays_${this.#account}`;
  }

  #watch() {
    if (this.#stop || !this.#desk.isPlaying()) return;
    this.#last = this.#clock.now();
    const look = () => {
      this.#hear();
      this.#stop = this.#desk.isPlaying() ? this.#clock.after(TICK, look) : null;
    };
    this.#stop = this.#clock.after(TICK, look);
  }

  #hear() {
    const now = this.#clock.now();
    const passed = (now - this.#last) / 1000;
    for (const track of heardOn(this.#desk)) this.#count(track, passed, now);
    this.#last = now;
  }

  #count(track: DeckTrack, passed: number, now: number) {
    if (!track.library) return;
    const listen = this.#listens.get(track) ?? { id: ulid(now), from: now - passed * 1000, seconds: 0, isListed: false, counts: false };
    this.#listens.set(track, listen);
    listen.seconds += passed;
    if (!listen.isListed && listen.seconds >= Math.min(LISTED, track.duration / 2)) {
      listen.isListed = true;
      this.set({ heard: [{ at: listen.from, track: track.library }, ...this.get().heard].slice(0, MOST) });
      this.#memory.set(this.#listKey, JSON.stringify(this.get().heard));
    }
    if (listen.counts || listen.seconds < Math.min(COUNTS, track.duration / 2)) return;
    listen.counts = true;
    const startedAt = new Date(listen.from).toISOString();
    this.#report({ id: listen.id, trackId: track.library.id, startedAt, listened: Math.round(listen.seconds * 1000) / 1000 });
  }

  #report(report: Report) {
    if (!this.#account) return;
    this.#keep([...this.#waiting(), report].slice(-MOST));
    void this.#flush();
  }

  /** Sends waiting reports, oldest first, until one fails. */
  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let [report] = this.#waiting(); report; [report] = this.#waiting()) {
        if ((await this.#send(report)) === 'later') return;
        const { id } = report;
        this.#keep(this.#waiting().filter((other) => other.id !== id));
      }
    } finally {
      this.#isSending = false;
    }
  }

  #waiting(): Report[] {
    return listIn<Report>(this.#memory.get(this.#reportKey), (report) => typeof report?.id === 'string');
  }

  #keep(reports: readonly Report[]) {
    if (reports.length > 0) this.#memory.set(this.#reportKey, JSON.stringify(reports));
    else this.#memory.remove(this.#reportKey);
  }
}

/** later: the server could not be reached, so the report waits. */
async function sendPlay(body: Report): Promise<'done' | 'later'> {
  try {
    await request('/api/plays', { method: 'POST', body });
    return 'done';
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429;
    return isRefused ? 'done' : 'later';
  }
}
