import { requestWith } from '@/api/client';
import { ApiError, isTrouble } from '@/api/error';
import type { Clock } from '@/audio/clock';
import type { Memory } from '../deck/hot-cues';
import { forgetCues, legacyCues } from './legacy';
import { type Marks, merged, NO_MARKS } from './marks';
import { Waiting } from './waiting';

/** The server's side. The version is 0 without marks. */
export type Remote = {
  read: (trackId: string) => Promise<{ marks: Marks; version: number }>;
  /** Rejects with 412 if the marks have another version by now. */
  write: (trackId: string, marks: Marks, version: number) => Promise<number>;
};

/** ms from a change until it is sent, so that several become one; and until a failed call is repeated. */
const PAUSE = 1500;
const AGAIN = 10_000;

/** The marks of a track that was on a deck. */
type Entry = {
  key: string;
  /** null for a file of this device, whose marks stay in the browser. */
  trackId: string | null;
  marks: Marks;
  /** Of the server's marks that these are based on; null before they were read. */
  version: number | null;
  /** Whether the server does not have these marks yet. `old` marks of this browser only take what is free there. */
  unsaved: 'no' | 'yes' | 'old';
  isSaving: boolean;
  cancel: (() => void) | null;
};

const versionIn = (headers: Headers) => Number(headers.get('X-Marks-Version') ?? 0);

const server: Remote = {
  async read(id) {
    const { body, headers } = await requestWith(`/api/tracks/${id}/marks`);
    return { marks: body, version: versionIn(headers) };
  },
  async write(id, body, version) {
    const headers = { 'If-Match': `"${version}"` };
    return versionIn((await requestWith(`/api/tracks/${id}/marks`, { method: 'PUT', body, headers })).headers);
  },
};

/** Keeps the marks of tracks: on the server, and in the browser until the server has them. Decks that hold the same track share them. */
export class MarksKeeper {
  /** Called when the server refuses marks, which only a fault can cause. */
  onRefused: (error: unknown) => void = () => {};
  readonly #memory: Memory;
  readonly #clock: Clock;
  readonly #remote: Remote;
  readonly #waiting: Waiting;
  readonly #entries = new Map<string, Entry>();
  readonly #watchers = new Map<string, Set<(marks: Marks) => void>>();

  constructor(memory: Memory, clock: Clock, remote: Remote = server) {
    this.#memory = memory;
    this.#clock = clock;
    this.#remote = remote;
    this.#waiting = new Waiting(memory);
  }

  /** Calls `show` with the marks of a track: at once, and whenever they change elsewhere. Returns a function that ends that. */
  open(key: string, trackId: string | null, show: (marks: Marks) => void): () => void {
    const entry = this.#entry(key, trackId);
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(show));
    show(entry.marks);
    void this.#read(entry);
    return () => watchers.delete(show);
  }

  /** Keeps marks that a deck changed. */
  change(key: string, marks: Marks, by: (marks: Marks) => void): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.marks = marks;
    entry.unsaved = 'yes';
    this.#waiting.put(key, { trackId: entry.trackId, marks, version: entry.version });
    this.#show(entry, by);
    this.#plan(entry, PAUSE);
  }

  /** Reads marks again that changed on another device; all of those in use if no track is named. */
  stale(trackIds: readonly string[]): void {
    for (const entry of this.#entries.values()) {
      const isMeant = trackIds.length === 0 || (entry.trackId !== null && trackIds.includes(entry.trackId));
      if (isMeant && this.#watchers.get(entry.key)?.size && entry.unsaved === 'no') void this.#read(entry);
    }
  }

  /** Sends what an earlier visit could not. */
  resume(): void {
    for (const [key, { trackId }] of this.#waiting.all()) if (trackId !== null) void this.#read(this.#entry(key, trackId));
  }

  #entry(key: string, trackId: string | null): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const waiting = this.#waiting.get(key);
    const old = waiting ? null : legacyCues(this.#memory, trackId);
    const entry: Entry = {
      key,
      trackId,
      marks: waiting?.marks ?? old ?? NO_MARKS,
      version: waiting?.version ?? null,
      unsaved: waiting ? 'yes' : old ? 'old' : 'no',
      isSaving: false,
      cancel: null,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  async #read(entry: Entry) {
    if (entry.trackId === null || entry.isSaving) return;
    try {
      const { marks, version } = await this.#remote.read(entry.trackId);
      if (entry.unsaved === 'no') {
        if (version === entry.version) return;
        entry.marks = marks;
      } else if (entry.unsaved === 'old') entry.marks = merged(marks, entry.marks);
      else if (version !== entry.version) entry.marks = merged(entry.marks, marks);
      entry.version = version;
      this.#show(entry);
      if (entry.unsaved !== 'no') this.#plan(entry, 0);
    } catch (error) {
      this.#failed(entry, error);
    }
  }

  async #save(entry: Entry) {
    const { trackId, marks, version } = entry;
    if (trackId === null || entry.isSaving || entry.unsaved === 'no') return;
    if (version === null) return this.#read(entry);
    entry.isSaving = true;
    const error = await this.#remote.write(trackId, marks, version).then(
      (next) => {
        entry.version = next;
        if (entry.marks === marks) this.#saved(entry);
        return null;
      },
      (reason: unknown) => reason,
    );
    entry.isSaving = false;
    if (error instanceof ApiError && error.status === 412) return this.#read(entry);
    if (error !== null) return this.#failed(entry, error);
    if (entry.marks !== marks) this.#plan(entry, PAUSE); // changed in the meantime
  }

  #saved(entry: Entry) {
    entry.unsaved = 'no';
    this.#waiting.put(entry.key, null);
    if (entry.trackId) forgetCues(this.#memory, entry.trackId);
  }

  /** Tries again later if that may help. Somebody who is signed out keeps the marks in the browser. */
  #failed(entry: Entry, error: unknown) {
    const status = error instanceof ApiError ? error.status : 0;
    if (isTrouble(error) || status === 429) {
      if (entry.unsaved !== 'no' || entry.version === null) this.#plan(entry, AGAIN);
    } else if (status !== 401 && status !== 403 && entry.unsaved !== 'no') {
      this.#saved(entry); // it would be refused each time
      this.onRefused(error);
    }
  }

  #plan(entry: Entry, ms: number) {
    entry.cancel?.();
    entry.cancel = this.#clock.after(ms, () => void (entry.unsaved === 'no' ? this.#read(entry) : this.#save(entry)));
  }

  #show(entry: Entry, except?: (marks: Marks) => void) {
    for (const show of this.#watchers.get(entry.key) ?? []) if (show !== except) show(entry.marks);
  }
}
