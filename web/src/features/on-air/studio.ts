import type { Track } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { Desk, type MicrophoneChoice, studioEncoding } from './desk';
import { type LinkState, STUDIO_PROTOCOL, StudioLink, type StudioStatus } from './studio-link';

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

const address = (stationId: string) => {
  const url = new URL(`/api/radios/${encodeURIComponent(stationId)}/studio`, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return url;
};

/** A DJ's session at the desk: actions and state. */
export class Studio {
  readonly #stationId: string;
  readonly #encoding = studioEncoding();
  readonly #listeners = new Set<() => void>();
  #view = NEW;
  #desk: Desk | null = null;
  #link: StudioLink | null = null;

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
  readonly levels = () => this.#desk?.levels() ?? { microphone: 0, music: 0, out: 0 };

  readonly position = () => this.#desk?.position() ?? { at: 0, length: 0 };

  async goOnAir(): Promise<void> {
    if (!this.#encoding || this.#link) return;
    this.#set({ air: 'connecting', reason: '', status: null });
    const { codec } = this.#encoding;
    const desk = this.#openDesk();
    const link = new StudioLink(() => new WebSocket(address(this.#stationId), STUDIO_PROTOCOL), browserClock(), this.#encoding, {
      onState: (air, reason) => this.#turned(air, reason),
      onStatus: (status) => this.#set({ status }),
      onRestart: () => void this.#encode(codec),
    });
    this.#link = link;
    this.#tellTitle();
    await desk.encode(codec, { onPacket: (bytes, micros) => link.send(bytes, micros) });
  }

  goOffAir(): void {
    this.#link?.end();
  }

  async openMicrophone(choice: MicrophoneChoice): Promise<void> {
    this.#set({ microphone: 'opening' });
    try {
      await this.#openDesk().openMicrophone(choice);
      this.#set({ microphone: 'open' });
    } catch (error) {
      this.#set({ microphone: error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing' });
    }
  }

  closeMicrophone(): void {
    this.#desk?.closeMicrophone();
    this.#set({ microphone: 'closed', talking: false });
    this.#desk?.setDucked(false);
  }

  setMuted(muted: boolean): void {
    this.#set({ muted });
    this.#desk?.setMicrophone(muted ? 0 : this.#view.levels.microphone);
  }

  setTalking(talking: boolean): void {
    this.#set({ talking });
    if (talking && this.#view.muted) this.setMuted(false);
    this.#desk?.setDucked(talking);
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
      await this.#openDesk().play(track.audioUrl);
    } catch {
      this.#set({ failed: track, playing: null });
    }
  }

  async togglePause(): Promise<void> {
    const paused = !this.#view.paused;
    this.#set({ paused });
    if (paused) this.#desk?.pause();
    else await this.#desk?.resume();
  }

  /** Goes off air and closes the desk. */
  close(): void {
    this.#link?.end();
    void this.#desk?.close();
    this.#desk = null;
    this.#view = NEW;
  }

  #openDesk(): Desk {
    if (!this.#desk) {
      this.#desk = new Desk();
      this.#desk.onNearEnd = () => void this.next();
      this.#applyLevels();
    }
    return this.#desk;
  }

  async #encode(codec: 'opus' | 'webm' | 'ogg'): Promise<void> {
    await this.#desk?.encode(codec, { onPacket: (bytes, micros) => this.#link?.send(bytes, micros) });
  }

  #turned(air: LinkState, reason = ''): void {
    if (air === 'off') {
      this.#link = null;
      this.#desk?.stopEncoding();
    }
    this.#set({ air, reason, since: air === 'live' && this.#view.since === 0 ? Date.now() : air === 'off' ? 0 : this.#view.since });
  }

  #tellTitle(): void {
    const { playing } = this.#view;
    if (playing) this.#link?.title(playing.artist, playing.title);
  }

  #applyLevels(): void {
    const { levels, muted } = this.#view;
    this.#desk?.setMicrophone(muted ? 0 : levels.microphone);
    this.#desk?.setMusic(levels.music);
    this.#desk?.setMonitor(levels.monitor);
  }

  #set(change: Partial<StudioView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
