import type { components } from '@/api/schema';
import type { Clock } from '@/audio/clock';

/** The server's report about the received sound, twice a second. */
export type StudioStatus = {
  /** The station's state: off, live, hold, … */
  state: string;
  listeners: number;
  /** The output level in dBFS; undefined while unknown. */
  level?: number;
  /** Seconds on the server that are not on air yet. */
  buffered: number;
  /** Seconds here that have not reached the server yet. */
  waiting: number;
};

/** The encoding that is reported to the server. */
export type Encoding = { codec: 'opus' | 'webm' | 'ogg'; channels: number; bitrate: number };

export type LinkState = 'connecting' | 'live' | 'reconnecting' | 'off';

type Handlers = {
  onState: (state: LinkState, reason?: string) => void;
  onStatus: (status: StudioStatus) => void;
  /** The server started a new session: a container stream has to start with its header again. */
  onRestart: () => void;
  /** Finds out why the server lets nobody in: '' if it would, or does not respond. A socket that is refused does not tell. */
  askWhy: () => Promise<string>;
};

/** The part of a WebSocket that is used, so that tests can replace it. */
export type Socket = {
  binaryType: BinaryType;
  readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string | ArrayBuffer): void;
  close(): void;
};

type BrowserMessage = components['schemas']['BrowserMessage'];
type ServerMessage = components['schemas']['ServerMessage'];

type Packet = { seq: number; micros: number; bytes: ArrayBuffer };

export const STUDIO_PROTOCOL = 'sonora.studio.1';

/** Sound buffered for sending it again. */
const KEPT_MICROS = 30_000_000;
/** ms between attempts to connect; the last pause repeats until the person goes off air. */
const BACK_OFF = [300, 1000, 2000, 4000, 8000, 15_000] as const;
/** After this long without a message from the server, the connection counts as lost. */
const SILENT_MS = 6000;
const OPEN = 1;

/**
 * Sends encoded sound to the server: numbered, buffered until acknowledged, and sent again after a lost connection. Like the encoder of a
 * broadcaster, it tries to connect again until the person goes off air, or the server says no.
 */
export class StudioLink {
  readonly #open: () => Socket;
  readonly #clock: Clock;
  readonly #encoding: Encoding;
  readonly #handlers: Handlers;
  #socket: Socket | null = null;
  #state: LinkState = 'connecting';
  #session = '';
  #ready = false;
  #seq = 0;
  #kept: Packet[] = [];
  #keptMicros = 0;
  #attempts = 0;
  #cancelRetry = () => {};
  #cancelWatch = () => {};
  #title: { artist: string; title: string } | null = null;

  constructor(open: () => Socket, clock: Clock, encoding: Encoding, handlers: Handlers) {
    this.#open = open;
    this.#clock = clock;
    this.#encoding = encoding;
    this.#handlers = handlers;
    this.#connect();
  }

  /** Sends a packet of sound with its duration in microseconds, or buffers it until there is a connection. */
  send(bytes: ArrayBuffer, micros: number): void {
    if (this.#state === 'off') return;
    const packet = { seq: this.#seq, micros, bytes };
    this.#seq = (this.#seq + 1) >>> 0;
    this.#kept.push(packet);
    this.#keptMicros += micros;
    while (this.#keptMicros > KEPT_MICROS) this.#forgetOldest();
    if (this.#ready) this.#put(packet);
  }

  title(artist: string, title: string): void {
    this.#title = { artist, title };
    this.#sendTitle();
  }

  /** Goes off air. The server still plays what it has received. */
  end(): void {
    if (this.#state === 'off') return;
    this.#text({ type: 'end' });
    this.#finish();
  }

  #connect(): void {
    const socket = this.#open();
    this.#socket = socket;
    this.#ready = false;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#watch();
      this.#text({ type: 'hello', session: this.#session, ...this.#encoding });
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#hear(JSON.parse(data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    this.#watch();
  }

  #hear(message: ServerMessage): void {
    this.#watch();
    if (message.type === 'off') {
      if (message.retry) this.#lost(message.reason);
      else this.#finish(message.reason ?? '');
      return;
    }
    if (message.type === 'ready') this.#begin(message);
    if (message.state === 'live') this.#attempts = 0; // a connection alone may end again at once
    this.#acknowledge(message.next);
    this.#handlers.onStatus({
      state: message.state ?? '',
      listeners: message.listeners,
      level: message.level,
      buffered: message.buffered,
      waiting: this.#keptMicros / 1e6,
    });
  }

  /** The server is connected: sends what it does not have yet. */
  #begin({ session = '', next }: ServerMessage): void {
    const again = this.#session !== '' && session !== this.#session;
    this.#session = session;
    this.#ready = true;
    if (again) {
      this.#kept = [];
      this.#keptMicros = 0;
      this.#handlers.onRestart();
    } else if (this.#state === 'reconnecting') this.#acknowledge(next);
    this.#setState('live');
    for (const packet of this.#kept) this.#put(packet);
    this.#sendTitle();
  }

  #acknowledge(next: number): void {
    while (this.#kept[0] && ((next - this.#kept[0].seq) | 0) > 0) this.#forgetOldest();
  }

  #forgetOldest(): void {
    this.#keptMicros -= this.#kept.shift()?.micros ?? 0;
  }

  /** The connection is gone, or the server has ended it for a while and says why. */
  #lost(reason?: string): void {
    this.#cancelWatch();
    const wasReady = this.#ready;
    this.#ready = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const pause = BACK_OFF[Math.min(this.#attempts++, BACK_OFF.length - 1)] ?? 0;
    this.#setState(this.#session === '' ? 'connecting' : 'reconnecting', reason);
    this.#cancelRetry = this.#clock.after(pause, () => this.#connect());
    if (!wasReady) void this.#askWhy();
  }

  async #askWhy(): Promise<void> {
    const reason = await this.#handlers.askWhy();
    if (reason !== '' && this.#state !== 'off' && !this.#ready) this.#finish(reason);
  }

  #watch(): void {
    this.#cancelWatch();
    this.#cancelWatch = this.#clock.after(SILENT_MS, () => this.#lost());
  }

  #finish(reason?: string): void {
    this.#cancelWatch();
    this.#cancelRetry();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#kept = [];
    this.#keptMicros = 0;
    this.#setState('off', reason);
  }

  #setState(state: LinkState, reason?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#handlers.onState(state, reason);
  }

  #put({ seq, micros, bytes }: Packet): void {
    if (this.#socket?.readyState !== OPEN) return;
    const message = new Uint8Array(8 + bytes.byteLength);
    const head = new DataView(message.buffer);
    head.setUint32(0, seq);
    head.setUint32(4, micros);
    message.set(new Uint8Array(bytes), 8);
    this.#socket.send(message.buffer);
  }

  #sendTitle(): void {
    if (this.#ready && this.#title) this.#text({ type: 'title', ...this.#title });
  }

  #text(message: BrowserMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }
}
