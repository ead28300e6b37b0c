import tapUrl from '@/audio/tap.worklet.js?url';
import type { Desk } from '../desk';
import { Watched } from '../state';
import { claim, release } from './claim';
import { type Failure, failureOf } from './failure';
import { Gaps } from './gaps';
import type { FromRecorder, ToRecorder } from './recorder.worker';
import { type Gap, openRecordings, type Recording, watchVersions } from './recordings';
import type { Sender } from './sender';
import { heardOn, Tracklist } from './tracklist';

export type RecorderState = {
  phase: 'idle' | 'starting' | 'recording' | 'stopping';
  /** Length of the sound that is recorded and kept. */
  seconds: number;
  /** The recording that was just stopped, or that a closed tab left behind. */
  finished: Recording | null;
  failed: Failure | null;
  /** Where sound is missing in what is being recorded. */
  gaps: readonly Gap[];
  /** Whether the browser gives no sound at the moment. */
  isSilenced: boolean;
  /** The version of the app in another tab that keeps this tab from its recordings; null for none. */
  otherVersion: 'newer' | 'older' | null;
};

/** Whether this browser can record: only pages with an encrypted or local connection have worklets and encoders. */
export const canRecord = (context: BaseAudioContext) =>
  'audioWorklet' in context && 'AudioEncoder' in globalThis && 'indexedDB' in globalThis;

/** Records the sound of the desk in this browser, and sends it to the server at the same time. */
export class Recorder extends Watched<RecorderState> {
  readonly sender: Sender;
  readonly #desk: Desk;
  #owner = '';
  #maySend = false;
  #running: { id: string; owner: string; worker: Worker; tap: AudioWorkletNode; tracklist: Tracklist; gaps: Gaps } | null = null;

  constructor(desk: Desk, sender: Sender) {
    super({ phase: 'idle', seconds: 0, finished: null, failed: null, gaps: [], isSilenced: false, otherVersion: null });
    watchVersions({
      onNewer: () => {
        this.set({ otherVersion: 'newer' });
        return this.get().phase === 'idle';
      },
      onOlder: (isInTheWay) => this.set({ otherVersion: isInTheWay ? 'older' : null }),
    });
    this.#desk = desk;
    this.sender = sender;
  }

  /**
   * Sets the account whose recordings these are, and whether it may upload; '' while nobody is signed in. Hides what another
   * account recorded. What is being recorded goes on until its owner is back, then it is sent again; it ends, and is kept, when
   * somebody else signs in.
   */
  setOwner(owner: string, maySend: boolean): void {
    const isAnother = owner !== this.#owner;
    this.#owner = owner;
    this.#maySend = maySend;
    if (this.get().finished?.owner !== owner) this.set({ finished: null });
    if (!isAnother) return;
    this.sender.stop();
    if (!this.#running || owner === '') return;
    if (this.#running.owner === owner) void this.#resume(this.#running.id);
    else this.stop();
  }

  /** Goes on sending what is being recorded. */
  async #resume(id: string) {
    const recording = (await (await openRecordings()).list()).find((one) => one.id === id);
    if (recording && this.#running?.id === id && this.#running.owner === this.#owner && this.#maySend) this.sender.start(recording);
  }

  async start(): Promise<void> {
    if (this.get().phase !== 'idle') return;
    this.set({ phase: 'starting', seconds: 0, failed: null, finished: null, gaps: [] });
    try {
      await this.#begin();
      this.set({ phase: 'recording' });
    } catch (error) {
      this.#close();
      this.set({ phase: 'idle', failed: failureOf(error) });
      void this.recover();
    }
  }

  /** Encodes the rest of the sound; then the recording is finished. */
  stop(): void {
    if (!this.#running || this.get().phase !== 'recording') return;
    this.set({ phase: 'stopping' });
    this.#running.tap.disconnect();
    this.#tell({ kind: 'stop' });
  }

  /** Looks for a recording that a closed tab left behind. It does not offer one that another tab is still making. */
  async recover(): Promise<void> {
    const owner = this.#owner;
    const [left] = await unfinished(owner);
    if (!left || owner !== this.#owner || this.get().phase !== 'idle' || this.get().finished) return;
    this.set({ finished: left });
    if (!this.#maySend) return;
    this.sender.start(left);
    this.sender.end();
  }

  /** The sound of a recording. */
  async sound(recording: Recording): Promise<Blob> {
    return (await openRecordings()).sound(recording.id);
  }

  async peaks(recording: Recording): Promise<number[]> {
    return (await openRecordings()).peaks(recording.id);
  }

  /** Deletes a recording here and on the server. */
  async discard(recording: Recording): Promise<void> {
    await this.sender.discard(recording);
    await this.forget(recording);
  }

  /** Deletes a recording that became a mix from this browser, and offers an older one. */
  async forget(recording: Recording): Promise<void> {
    this.sender.stop();
    await forget(recording.id);
    this.set({ finished: null });
    await this.recover();
  }

  async #begin() {
    const { context } = this.#desk;
    const id = crypto.randomUUID();
    if (context instanceof AudioContext) await context.resume(); // a suspended context gives no sound, not even silence
    await context.audioWorklet.addModule(tapUrl);
    const recording: Recording = { id, owner: this.#owner, beganAt: Date.now(), seconds: 0, tracklist: [] };
    await claim(id);
    await (await openRecordings()).begin(recording);
    void navigator.storage?.persist?.(); // or the browser may delete recordings when it needs room
    const worker = new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module' });
    const tap = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 0, channelCount: 2, channelCountMode: 'explicit' });
    this.#running = { id, owner: recording.owner, worker, tap, tracklist: new Tracklist(), gaps: new Gaps() };
    context.addEventListener('statechange', this.#listen);
    worker.onmessage = ({ data }: MessageEvent<FromRecorder>) => void this.#heard(data);
    worker.onerror = ({ message }) => this.#fail({ kind: 'other', reason: message });
    this.#tell({ kind: 'start', id, rate: context.sampleRate });
    tap.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => this.#tell({ kind: 'sound', samples: data }, [data.buffer]);
    this.#desk.mixer.out.connect(tap);
    if (this.#maySend) this.sender.start(recording);
  }

  #tell(message: ToRecorder, transfer: Transferable[] = []) {
    this.#running?.worker.postMessage(message, transfer);
  }

  async #heard(message: FromRecorder) {
    if (message.kind === 'kept') return this.#kept(message.seconds);
    if (message.kind === 'failed') return this.#fail(message.failure);
    const id = this.#running?.id;
    this.#close();
    this.sender.end();
    const all = await (await openRecordings()).list();
    this.set({ phase: 'idle', finished: all.find((recording) => recording.id === id && recording.owner === this.#owner) ?? null });
  }

  /** Ends the recording after an error. The sound that was kept until then is not lost. */
  #fail(failed: Failure) {
    this.#close();
    this.sender.end();
    this.set({ phase: 'idle', failed });
    void this.recover();
  }

  #close() {
    this.#running?.tap.port.postMessage('stop');
    this.#running?.tap.disconnect();
    this.#running?.worker.terminate();
    this.#running = null;
    this.#desk.context.removeEventListener('statechange', this.#listen);
    this.set({ isSilenced: false });
  }

  /** The audio device is gone, or the device slept: goes on as soon as the browser allows it. */
  readonly #listen = () => {
    const { context } = this.#desk;
    const isSilenced = context.state !== 'running';
    this.set({ isSilenced });
    if (isSilenced && context instanceof AudioContext) context.resume().catch(() => this.set({ isSilenced: true }));
  };

  /** Another second was kept: writes down the tracks that were heard in it. */
  #kept(seconds: number) {
    this.set({ seconds });
    const running = this.#running;
    if (!running) return;
    const gap = running.gaps.kept(seconds, Date.now());
    if (gap) {
      this.set({ gaps: [...this.get().gaps, gap] });
      this.#note({ gaps: this.get().gaps });
    }
    if (running.tracklist.hear(seconds, heardOn(this.#desk))) this.#note({ tracklist: running.tracklist.list });
  }

  #note(change: Partial<Pick<Recording, 'tracklist' | 'gaps'>>) {
    const id = this.#running?.id;
    if (id) void openRecordings().then((recordings) => recordings.change(id, change));
  }
}

/** The recordings of an account that no other tab handles, newest first. */
async function unfinished(owner: string): Promise<Recording[]> {
  const recordings = await openRecordings();
  const left: Recording[] = [];
  for (const recording of await recordings.list()) {
    if (recording.owner !== owner || !(await claim(recording.id))) continue;
    if (recording.seconds > 0) left.push(recording);
    else await forget(recording.id); // nothing was kept
  }
  return left.sort((a, b) => b.beganAt - a.beganAt);
}

async function forget(id: string): Promise<void> {
  await (await openRecordings()).remove(id);
  release(id);
}
