import type { Clock } from '@/audio/clock';
import type { PlayerEngine, Snapshot } from './engine';
import { packQueue, type SessionStore } from './session';

/** What this device tells the server; the queue is left out when it is as told before. */
export type DeviceReport = {
  name: string;
  queue?: unknown;
  queueVersion: number;
  trackId: string;
  title: string;
  artist: string;
  /** Seconds. */
  position: number;
  duration: number;
  state: 'playing' | 'paused' | 'stopped';
  volume: number;
};

/** What another device of the same person asks for. */
type DeviceCommand = { command: string; value: number };

export type LinkOptions = {
  clock: Clock;
  store: SessionStore;
  /** Unique among the browser's tabs. */
  tab: string;
  /** The device's. */
  name: string;
  send: (report: DeviceReport) => Promise<unknown>;
};

/** Which tab speaks for this browser. */
const SPEAKER_KEY = 'sonora_speaker';

const SETTLE = 1500; // ms, so that a burst of changes is told once
const ALIVE = 30_000; // ms between two words of a device that plays; the server calls one present for 90 s
const RESTING = 60_000; // ms, for one that is paused

/**
 * Tells the server what this device plays, so that others can go on with it and steer it. Of a browser's tabs the one that played last
 * speaks; one that merely restored its last session says nothing.
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
    again(state === 'playing' ? ALIVE : RESTING);
    try {
      await send({
        name,
        queue: isNew ? packQueue(queue) : undefined,
        queueVersion: version,
        trackId: track?.id ?? '',
        title: track?.title ?? '',
        artist: track?.artist ?? '',
        position: Math.max(0, engine.position()),
        duration: Number.isFinite(duration) ? duration : 0,
        state: toldState(state),
        volume: muted ? 0 : volume,
      });
      if (isNew) told = queue;
    } catch {
      // the next word tells it; what plays here does not depend on it
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
      if (!same && speaks()) again(SETTLE);
    }),
    engine.on('seek', () => speaks() && again(SETTLE)),
  ];
  if (seen.isPlaying) {
    store.set(SPEAKER_KEY, tab);
    again(SETTLE);
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

/** Does what another device asks for. */
export function obey(engine: PlayerEngine, { command, value }: DeviceCommand): void {
  COMMANDS[command]?.(engine, value);
}
