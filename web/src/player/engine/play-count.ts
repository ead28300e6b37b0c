import type { Clock } from '@/audio/clock';
import { ulid } from '@/lib/ulid';
import type { PlayerEngine } from './engine';
import type { QueueItem } from './queue/item';
import type { SessionStore } from './session';

/** A play that counts, as POST /api/plays accepts it. */
export type PlayReport = {
  /** Generated here, so that a report sent twice counts once. */
  id: string;
  trackId: string;
  /** RFC 3339 */
  startedAt: string;
  /** Seconds of sound played. */
  listened: number;
  /** Whether trackId is the id of a DJ mix: those are counted apart. */
  isMix?: true;
};

/** later: the server could not be reached, so the report is kept. */
export type SendPlay = (report: PlayReport) => Promise<'done' | 'later'>;

export const PLAYS_KEY = 'sonora_plays';

const WAITING_LIMIT = 500;
const COUNTS_AFTER = 30; // seconds, or half of the track
const SLACK = 0.1; // seconds by which the position can exceed the wall clock between two checks

type Listen = Omit<PlayReport, 'listened'> & { heard: number; counted: boolean };

/**
 * Reports a play once it counts: after 30 seconds or half of the track. Only sound counts, not pauses and seeks.
 * Reports are stored in the browser while the server cannot be reached.
 */
export class PlayCount {
  readonly #engine: PlayerEngine;
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #send: SendPlay;
  #listen: Listen | null = null;
  /** The last checked position; null after a seek or a pause. */
  #last: { position: number; at: number } | null = null;
  #sending = false;

  constructor(engine: PlayerEngine, store: SessionStore, clock: Clock, send: SendPlay) {
    this.#engine = engine;
    this.#store = store;
    this.#clock = clock;
    this.#send = send;
  }

  /** Subscribes to the engine; returns a function that unsubscribes. */
  watch(): () => void {
    const stops = [
      this.#engine.on('start', (item) => this.#begin(item)),
      this.#engine.on('progress', (position) => this.#hear(position)),
      this.#engine.on('seek', () => {
        this.#last = null;
      }),
      this.#engine.on('change', ({ state }) => {
        if (state === 'paused' || state === 'stopped') this.#last = null;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Sends stored reports, oldest first, until one fails. */
  async flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let [report] = this.#waiting(); report; [report] = this.#waiting()) {
        if ((await this.#send(report)) === 'later') return;
        const { id } = report;
        this.#keep(this.#waiting().filter((other) => other.id !== id));
      }
    } finally {
      this.#sending = false;
    }
  }

  #begin({ track, details }: QueueItem): void {
    this.#listen = null;
    if (details.live || details.podcastId) return; // the server counts the listeners of stations and episodes
    if (details.mix && details.mix !== 'published') return; // only its owner hears it
    const now = this.#clock.now();
    this.#listen = {
      id: ulid(now),
      trackId: track.id,
      startedAt: new Date(now).toISOString(),
      ...(details.mix && { isMix: true }),
      heard: 0,
      counted: false,
    };
    this.#last = { position: this.#engine.position(), at: now };
  }

  #hear(position: number): void {
    const listen = this.#listen;
    const last = this.#last;
    this.#last = { position, at: this.#clock.now() };
    if (!listen || listen.counted || !last) return;
    const passed = (this.#clock.now() - last.at) / 1000;
    listen.heard += Math.max(0, Math.min(position - last.position, passed + SLACK));
    const { duration } = this.#engine.snapshot();
    if (listen.heard < COUNTS_AFTER && (duration === 0 || listen.heard * 2 < duration)) return;
    listen.counted = true;
    const { heard, counted: _, ...report } = listen;
    this.#keep([...this.#waiting(), { ...report, listened: Math.round(heard * 1000) / 1000 }]);
    void this.flush();
  }

  #waiting(): PlayReport[] {
    try {
      const list: unknown = JSON.parse(this.#store.get(PLAYS_KEY) ?? '[]');
      return Array.isArray(list) ? list.filter((report) => typeof report?.id === 'string') : [];
    } catch {
      return [];
    }
  }

  #keep(reports: PlayReport[]): void {
    if (reports.length > 0) this.#store.set(PLAYS_KEY, JSON.stringify(reports.slice(-WAITING_LIMIT)));
    else this.#store.remove(PLAYS_KEY);
  }
}
