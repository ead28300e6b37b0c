import type { Track } from '@/api/types';
import { studioEncoding } from '@/audio/studio/encode';
import type { LinkState, StudioStatus } from '@/audio/studio/link';
import { StudioSource } from '@/audio/studio/source';
import { type MicrophoneChoice, Mixer } from './mixer';

/** Everything the page shows except the levels, which go directly to the meters. */
export type StudioView = {
  air: 'ready' | LinkState;
  /** Why it went off air; '' if the DJ ended it. */
  reason: string;
  status: StudioStatus | null;
  since: number;
  microphone: 'closed' | 'opening' | 'open' | 'denied' | 'missing';
  muted: boolean;
  talking: boolean;
  levels: { microphone: number; music: number; monitor: number };
  playing: Track | null;
  paused: boolean;
  queue: readonly Track[];
  /** A track that could not be played. */
  failed: Track | null;
};

const NEW: StudioView = {
  air: 'ready',
  reason: '',
  status: null,
  since: 0,
  microphone: 'closed',
  muted: false,
  talking: false,
  levels: { microphone: 1, music: 1, monitor: 0.8 },
  playing: null,
  paused: false,
  queue: [],
  failed: null,
};

/** A DJ's session at the mixer: actions and state. */
export class Studio {
  readonly #stationId: string;
  readonly #encoding = studioEncoding();
  readonly #listeners = new Set<() => void>();
  #view = NEW;
  #mixer: Mixer | null = null;
  #source: StudioSource | null = null;

  constructor(stationId: string) {
    this.#stationId = stationId;
  }

  /** Whether this browser supports it. */
  get able(): boolean {
    return this.#encoding !== null;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = () => this.#view;

  /** Meter levels, 0 to 1. */
  readonly levels = () => this.#mixer?.levels() ?? { microphone: 0, music: 0, out: 0 };

  readonly position = () => this.#mixer?.position() ?? { at: 0, length: 0 };

  async goOnAir(): Promise<void> {
    if (!this.#encoding || this.#source) return;
    this.#set({ air: 'connecting', reason: '', status: null });
    const { context, out } = this.#openMixer();
    this.#source = new StudioSource(this.#stationId, out, this.#encoding, {
      onState: (air, reason) => this.#turned(air, reason),
      onStatus: (status) => this.#set({ status }),
    });
    this.#tellTitle();
    await context.resume();
  }

  goOffAir(): void {
    this.#source?.end();
  }

  async openMicrophone(choice: MicrophoneChoice): Promise<void> {
    this.#set({ microphone: 'opening' });
    try {
      await this.#openMixer().openMicrophone(choice);
      this.#set({ microphone: 'open' });
    } catch (error) {
      this.#set({ microphone: error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing' });
    }
  }

  closeMicrophone(): void {
    this.#mixer?.closeMicrophone();
    this.#set({ microphone: 'closed', talking: false });
    this.#mixer?.setDucked(false);
  }

  setMuted(muted: boolean): void {
    this.#set({ muted });
    this.#mixer?.setMicrophone(muted ? 0 : this.#view.levels.microphone);
  }

  setTalking(talking: boolean): void {
    this.#set({ talking });
    if (talking && this.#view.muted) this.setMuted(false);
    this.#mixer?.setDucked(talking);
  }

  setLevel(channel: 'microphone' | 'music' | 'monitor', level: number): void {
    this.#set({ levels: { ...this.#view.levels, [channel]: level } });
    this.#applyLevels();
  }

  add(track: Track): void {
    this.#set({ queue: [...this.#view.queue, track] });
  }

  remove(index: number): void {
    this.#set({ queue: this.#view.queue.toSpliced(index, 1) });
  }

  move(index: number, by: -1 | 1): void {
    const queue = [...this.#view.queue];
    const [track] = queue.splice(index, 1);
    if (!track) return;
    queue.splice(Math.max(0, index + by), 0, track);
    this.#set({ queue });
  }

  /** Plays the next track of the queue; the current track fades out under it. */
  async next(): Promise<void> {
    const [track, ...queue] = this.#view.queue;
    if (!track) {
      this.#set({ playing: null });
      return;
    }
    this.#set({ playing: track, paused: false, queue, failed: null });
    this.#tellTitle();
    try {
      await this.#openMixer().play(track.audioUrl);
    } catch {
      this.#set({ failed: track, playing: null });
    }
  }

  async togglePause(): Promise<void> {
    const paused = !this.#view.paused;
    this.#set({ paused });
    if (paused) this.#mixer?.pause();
    else await this.#mixer?.resume();
  }

  /** Goes off air and closes the mixer. */
  close(): void {
    this.#source?.end();
    void this.#mixer?.close();
    this.#mixer = null;
    this.#view = NEW;
  }

  #openMixer(): Mixer {
    if (!this.#mixer) {
      this.#mixer = new Mixer();
      this.#mixer.onNearEnd = () => void this.next();
      this.#applyLevels();
    }
    return this.#mixer;
  }

  #turned(air: LinkState, reason: string): void {
    if (air === 'off') this.#source = null;
    this.#set({ air, reason, since: air === 'live' && this.#view.since === 0 ? Date.now() : air === 'off' ? 0 : this.#view.since });
  }

  #tellTitle(): void {
    const { playing } = this.#view;
    if (playing) this.#source?.title(playing.artist, playing.title);
  }

  #applyLevels(): void {
    const { levels, muted } = this.#view;
    this.#mixer?.setMicrophone(muted ? 0 : levels.microphone);
    this.#mixer?.setMusic(levels.music);
    this.#mixer?.setMonitor(levels.monitor);
  }

  #set(change: Partial<StudioView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
