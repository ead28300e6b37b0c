import tapUrl from '@/audio/tap.worklet.js?url';
import type { Deck } from './deck';
import type { Desk } from './desk';
import type { FromRecorder, ToRecorder } from './recorder.worker';
import { openRecordings, type Played, type Recording } from './recordings';
import { Watched } from './state';

export type RecorderState = {
  phase: 'idle' | 'starting' | 'recording' | 'stopping';
  /** Recorded and kept. */
  seconds: number;
  /** The recording that was just stopped, or was found after a closed tab. */
  finished: Recording | null;
  failed: string | null;
};

/** Volume and crossfader above which a deck counts as heard. */
const HEARD = 0.1;

/** Whether this browser can record: only pages with an encrypted or local connection have worklets and encoders. */
export const canRecord = (context: BaseAudioContext) =>
  'audioWorklet' in context && 'AudioEncoder' in globalThis && 'indexedDB' in globalThis;

/** Records what the desk plays. */
export class Recorder extends Watched<RecorderState> {
  readonly #desk: Desk;
  #owner = '';
  #running: { id: string; worker: Worker; tap: AudioWorkletNode; stopListening: () => void; tracklist: Played[] } | null = null;

  constructor(desk: Desk) {
    super({ phase: 'idle', seconds: 0, finished: null, failed: null });
    this.#desk = desk;
  }

  /** Says whose recordings these are, by account. What another person recorded is not shown any more. */
  setOwner(owner: string): void {
    this.#owner = owner;
    if (this.get().finished?.owner !== owner) this.set({ finished: null });
  }

  async start(): Promise<void> {
    if (this.get().phase !== 'idle') return;
    this.set({ phase: 'starting', seconds: 0, failed: null, finished: null });
    try {
      await this.#begin();
      this.set({ phase: 'recording' });
    } catch (error) {
      this.#close();
      this.set({ phase: 'idle', failed: String(error) });
    }
  }

  /** Encodes what is left; then the recording is finished. */
  stop(): void {
    if (!this.#running || this.get().phase !== 'recording') return;
    this.set({ phase: 'stopping' });
    this.#running.tap.disconnect();
    this.#tell({ kind: 'stop' });
  }

  /** Looks for a recording that a closed tab left behind. One that another tab is making is not offered. */
  async recover(): Promise<void> {
    const owner = this.#owner;
    const [left] = await unfinished(owner);
    if (left && owner === this.#owner && this.get().phase === 'idle' && !this.get().finished) this.set({ finished: left });
  }

  async sound(recording: Recording): Promise<Blob> {
    return (await openRecordings()).sound(recording.id);
  }

  async discard(recording: Recording): Promise<void> {
    await (await openRecordings()).remove(recording.id);
    this.set({ finished: null });
  }

  async #begin() {
    const { context } = this.#desk;
    const id = crypto.randomUUID();
    await context.audioWorklet.addModule(tapUrl);
    await (await openRecordings()).begin({ id, owner: this.#owner, beganAt: Date.now(), seconds: 0, tracklist: [] });
    const worker = new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module' });
    const tap = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 0, channelCount: 2, channelCountMode: 'explicit' });
    this.#running = { id, worker, tap, stopListening: this.#listen(), tracklist: [] };
    hold(id);
    worker.onmessage = ({ data }: MessageEvent<FromRecorder>) => void this.#heard(data);
    worker.onerror = ({ message }) => this.#fail(message);
    this.#tell({ kind: 'start', id, rate: context.sampleRate });
    tap.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => this.#tell({ kind: 'sound', samples: data }, [data.buffer]);
    this.#desk.mixer.out.connect(tap);
    this.#note();
  }

  #tell(message: ToRecorder, transfer: Transferable[] = []) {
    this.#running?.worker.postMessage(message, transfer);
  }

  async #heard(message: FromRecorder) {
    if (message.kind === 'kept') return this.set({ seconds: message.seconds });
    if (message.kind === 'failed') return this.#fail(message.reason);
    const id = this.#running?.id;
    this.#close();
    const all = await (await openRecordings()).list();
    this.set({ phase: 'idle', finished: all.find((recording) => recording.id === id && recording.owner === this.#owner) ?? null });
  }

  /** What was kept until then is not lost. */
  #fail(reason: string) {
    this.#close();
    this.set({ phase: 'idle', failed: reason });
    void this.recover();
  }

  #close() {
    this.#running?.tap.port.postMessage('stop');
    this.#running?.tap.disconnect();
    this.#running?.worker.terminate();
    this.#running?.stopListening();
    this.#running = null;
    release();
  }

  #listen(): () => void {
    const stops = [this.#desk.subscribe(() => this.#note()), this.#desk.watchDecks(() => this.#note())];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Writes down the tracks that have become audible. */
  #note() {
    const running = this.#running;
    if (!running) return;
    for (const [i, deck] of this.#desk.decks.entries()) {
      const { track } = deck.get();
      if (!track || !isHeard(deck, this.#desk.get().crossfader, i)) continue;
      const last = running.tracklist.some(({ title, artist }) => title === track.title && artist === track.artist);
      if (last) continue;
      running.tracklist.push({ seconds: this.get().seconds, artist: track.artist, title: track.title });
      void openRecordings().then((recordings) => recordings.setTracklist(running.id, [...running.tracklist]));
    }
  }
}

function isHeard(deck: Deck, crossfader: number, index: number): boolean {
  const { isPlaying, volume } = deck.get();
  const share = index % 2 === 0 ? 1 - crossfader / 100 : crossfader / 100;
  return isPlaying && (volume / 100) * Math.min(1, share * 2) > HEARD;
}

/** A lock says that a tab is still recording: the browser lets go of it when the tab closes. */
const lockOf = (id: string) => `sonora_recording_${id}`;
let release = () => {};
function hold(id: string) {
  void navigator.locks?.request(
    lockOf(id),
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
}

async function unfinished(owner: string): Promise<Recording[]> {
  const recordings = await openRecordings();
  const held = new Set(((await navigator.locks?.query())?.held ?? []).map(({ name }) => name));
  const left = (await recordings.list()).filter((recording) => recording.owner === owner && !held.has(lockOf(recording.id)));
  for (const { id } of left.filter(({ seconds }) => seconds === 0)) await recordings.remove(id); // nothing was kept
  return left.filter(({ seconds }) => seconds > 0).sort((a, b) => b.beganAt - a.beganAt);
}
