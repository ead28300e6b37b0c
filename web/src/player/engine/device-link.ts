import type { Clock } from '@/audio/clock';
import type { PlayerEngine, Snapshot } from './engine';
import { packQueue, type SessionStore } from './session';

/** What this device reports to the server; the queue is omitted if it has not changed. */
export type DeviceReport = {
  name: string;
  queue?: unknown;
  queueVersion: number;
  trackId: string | null;
  title: string;
  artist: string;
  /** Seconds. */
  position: number;
  /** null while unknown. */
  duration: number | null;
  state: 'playing' | 'paused' | 'stopped';
  volume: number;
};

/** A command from another device of the same person. */
type DeviceCommand = { command: string; value: number };

export type LinkOptions = {
  clock: Clock;
  store: SessionStore;
  /** Unique among the browser's tabs. */
  tab: string;
  /** The device ID. */
  name: string;
  send: (report: DeviceReport) => Promise<unknown>;
};

/** Which tab reports for this browser. */
const SPEAKER_KEY = 'sonora_speaker';

const DEBOUNCE = 1500; // ms, so that a burst of changes is reported once
const HEARTBEAT = 30_000; // ms between reports while playing; the server considers a device connected for 90 s
const HEARTBEAT_PAUSED = 60_000; // ms between reports while paused

/**
 * Reports to the server what this device plays, so that other devices can continue or control it. Of a browser's tabs the one that
 * played last reports; a tab that only restored its session does not.
 */
export function linkDevice(
  engine: PlayerEngine,
  { clock, store, tab, name, send }: LinkOptions,
): { speaks: () => boolean; stop: () => void } {
  let seen: Snapshot = engine.snapshot();
  let told: Snapshot['queue'] | null = null;
  let version = clock.now();
  let cancel = () => {};
  let ended = false;

  const speaks = () => store.get(SPEAKER_KEY) === tab;
  const tell = async () => {
    const { queue, duration, volume, muted, state } = engine.snapshot();
    if (ended || !speaks()) return;
    const isNew = queue !== told;
    if (isNew) version = Math.max(version + 1, clock.now());
    const track = queue.current?.track;
    again(state === 'playing' ? HEARTBEAT : HEARTBEAT_PAUSED);
    try {
      await send({
        name,
        queue: isNew ? packQueue(queue) : undefined,
        queueVersion: version,
        trackId: track?.id ?? null,
        title: track?.title ?? '',
        artist: track?.artist ?? '',
        position: Math.max(0, engine.position()),
        duration: duration > 0 && Number.isFinite(duration) ? duration : null,
        state: toldState(state),
        volume: muted ? 0 : volume,
      });
      if (isNew) told = queue;
    } catch {
      // the next report includes it; playback here does not depend on it
    }
  };
  const again = (wait: number) => {
    cancel();
    cancel = clock.after(wait, () => void tell());
  };
  const stops = [
    engine.on('change', (now) => {
      if (now.isPlaying && !seen.isPlaying) store.set(SPEAKER_KEY, tab);
      const same =
        now.queue === seen.queue &&
        toldState(now.state) === toldState(seen.state) &&
        now.volume === seen.volume &&
        now.muted === seen.muted;
      seen = now;
      if (!same && speaks()) again(DEBOUNCE);
    }),
    engine.on('seek', () => speaks() && again(DEBOUNCE)),
  ];
  if (seen.isPlaying) {
    store.set(SPEAKER_KEY, tab);
    again(DEBOUNCE);
  }
  const stop = () => {
    ended = true;
    cancel();
    for (const end of stops) end();
  };
  return { speaks, stop };
}

const toldState = (state: Snapshot['state']): DeviceReport['state'] => (state === 'stopped' || state === 'paused' ? state : 'playing');

const COMMANDS: Record<string, (engine: PlayerEngine, value: number) => void> = {
  play: (engine) => engine.resume(),
  pause: (engine) => engine.pause(),
  toggle: (engine) => engine.toggle(),
  next: (engine) => engine.next(),
  previous: (engine) => engine.previous(),
  seek: (engine, value) => engine.seek(value),
  volume: (engine, value) => engine.setVolume(value),
};

/** Runs a command from another device. */
export function obey(engine: PlayerEngine, { command, value }: DeviceCommand): void {
  COMMANDS[command]?.(engine, value);
}
