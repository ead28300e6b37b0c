import { ApiError } from '@/api/error';
import type { Growing } from '@/api/tus/growing';
import type { Clock } from '@/audio/clock';
import { Watched } from '../state';
import { READ_AT_ONCE, type Recordings, sizeOf } from './recordings';

export type SenderState = {
  /** waiting: the server does not respond; full: its disk has no room for more at the moment; refused: it rejects the recording; whole: it has all of it. */
  phase: 'off' | 'sending' | 'waiting' | 'full' | 'refused' | 'whole';
  /** Bytes that the server has. */
  sent: number;
  /** Why it was refused; null if it was not. */
  refusal: unknown;
};

const OFF: SenderState = { phase: 'off', sent: 0, refusal: null };

/** ms between requests while the server has everything so far. Together with the second of a piece, less than 5 s can be lost. */
const INTERVAL = 2000;
/** Pieces, of a second each, in one request: they fit into the smallest limit of a request body. */
const MAX_PIECES = 20;
/** ms between attempts. */
const BACK_OFF = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** The code of errors of a server whose disk has no room left. */
const SERVER_FULL = 'server_full';

type Job = {
  id: string;
  /** Its ID; '' before it has begun. */
  upload: string;
  /** Nothing more will be recorded. */
  isOver: boolean;
  /** Where the next byte is; null until the server was asked. */
  place: Place | null;
  failures: number;
  wake: () => void;
};

/** A place in a recording: a piece, bytes of it to skip, and the bytes before that. */
type Place = { index: number; skip: number; offset: number };

/** Sends a recording to the server while it is being made. Pieces that cannot be sent stay in the browser and are sent later. */
export class Sender extends Watched<SenderState> {
  readonly #server: Growing;
  readonly #open: () => Promise<Recordings>;
  readonly #clock: Clock;
  #job: Job | null = null;

  constructor(server: Growing, open: () => Promise<Recordings>, clock: Clock) {
    super(OFF);
    this.#server = server;
    this.#open = open;
    this.#clock = clock;
  }

  /** Starts sending, or continues after what an earlier visit sent. */
  start({ id, upload = '' }: { id: string; upload?: string }): void {
    this.stop();
    const job: Job = { id, upload, isOver: false, place: null, failures: 0, wake: () => {} };
    this.#job = job;
    this.set({ ...OFF, phase: 'sending' });
    void this.#run(job);
  }

  /** The recording is complete. */
  end(): void {
    if (!this.#job) return;
    this.#job.isOver = true;
    this.#job.wake();
  }

  stop(): void {
    const job = this.#job;
    this.#job = null;
    job?.wake();
    this.set(OFF);
  }

  /** Sends the rest of a complete recording and returns the upload. Rejects if the server refuses it. */
  whole(recording: { id: string; upload?: string }): Promise<string> {
    if (this.#job?.id !== recording.id || this.get().phase === 'refused') this.start(recording);
    this.end();
    return new Promise((resolve, reject) => {
      const look = () => {
        const { phase, refusal } = this.get();
        if (phase !== 'whole' && phase !== 'refused' && phase !== 'off') return;
        stop();
        if (phase === 'whole') resolve(this.#job?.upload ?? '');
        else reject(refusal ?? new Error('')); // it was stopped
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** Stops sending a recording and deletes what the server has of it. */
  async discard({ id, upload = '' }: { id: string; upload?: string }): Promise<void> {
    const begun = this.#job?.id === id ? this.#job.upload : upload;
    this.stop();
    if (begun !== '') await this.#server.discard(begun).catch(() => undefined); // it expires by itself
  }

  async #run(job: Job) {
    while (this.#job === job && this.get().phase !== 'whole') {
      try {
        await this.#step(job);
        job.failures = 0;
      } catch (error) {
        if (this.#job !== job) return;
        if (isFinal(error)) return this.set({ phase: 'refused', refusal: error });
        await this.#failed(job, error);
      }
    }
  }

  async #failed(job: Job, error: unknown) {
    if (error instanceof ApiError && error.status === 404) job.upload = ''; // it has expired
    job.place = null;
    this.set({ phase: error instanceof ApiError && error.code === SERVER_FULL ? 'full' : 'waiting' });
    await this.#pause(job, BACK_OFF[Math.min(job.failures++, BACK_OFF.length - 1)] ?? 0);
  }

  async #step(job: Job) {
    const recordings = await this.#open();
    if (job.upload === '') await this.#begin(job, recordings);
    job.place ??= await placeOf(recordings, job.id, await this.#server.offset(job.upload));
    const wasOver = job.isOver; // read before the pieces, because the last piece may arrive in the meantime
    const { index, skip, offset } = job.place;
    const pieces = await recordings.pieces(job.id, index, MAX_PIECES);
    const bytes = new Blob(pieces).slice(skip);
    const isLast = wasOver && pieces.length < MAX_PIECES;
    if (bytes.size > 0 || isLast) {
      const sent = await this.#server.append(job.upload, offset, bytes, isLast);
      if (this.#job !== job) return;
      job.place = { index: index + pieces.length, skip: 0, offset: sent };
      this.set({ phase: isLast ? 'whole' : 'sending', sent });
    } else this.set({ phase: 'sending', sent: offset });
    if (!isLast && pieces.length < MAX_PIECES) await this.#pause(job, INTERVAL);
  }

  async #begin(job: Job, recordings: Recordings) {
    job.upload = await this.#server.begin(`${job.id}.opus`);
    job.place = { index: 0, skip: 0, offset: 0 };
    await recordings.change(job.id, { upload: job.upload });
  }

  /** Waits, unless the recording has ended or is no longer sent. */
  #pause(job: Job, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      job.wake = () => {
        cancel();
        resolve();
      };
      if (this.#job !== job) job.wake();
    });
  }
}

/** Finds an offset in the pieces. After a crash the server may have more than the browser: then it is the end. */
async function placeOf(recordings: Recordings, id: string, offset: number): Promise<Place> {
  let [index, at] = [0, 0];
  for (;;) {
    const pieces = await recordings.pieces(id, index, READ_AT_ONCE);
    for (const size of pieces.map(sizeOf)) {
      if (at + size > offset) return { index, skip: offset - at, offset };
      at += size;
      index++;
    }
    if (pieces.length < READ_AT_ONCE) return { index, skip: 0, offset };
  }
}

/** Whether another attempt would fail, too. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 404, 408, 409, 423, 429, 460].includes(error.status);
