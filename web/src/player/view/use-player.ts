import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { PlayerEngine, Snapshot } from '@/player/engine/engine';
import type { Playable, PlayContext, QueueItem } from '@/player/engine/queue/item';
import type { Queue, Repeat } from '@/player/engine/queue/queue';
import type { Paint, Painter } from './painter';

/** The commands of the player for components. */
export type PlayerCommands = {
  /** Plays a list from one of its items. */
  play: (items: readonly Playable[], index?: number, context?: PlayContext | null, shuffle?: boolean) => void;
  toggle: () => void;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  next: () => void;
  previous: () => void;
  /** Seconds from the beginning. */
  seek: (seconds: number) => void;
  /** 0 to 1; anything else is clamped. */
  setVolume: (volume: number) => void;
  setShuffle: (on: boolean) => void;
  setRepeat: (repeat: Repeat) => void;
  playNext: (items: readonly Playable[]) => void;
  addToQueue: (items: readonly Playable[]) => void;
};

/** The state of the player for components, and its commands. */
export type PlayerView = Omit<Snapshot, 'queue'> &
  PlayerCommands & {
    queue: Queue;
    shuffle: boolean;
    repeat: Repeat;
    /** Whether this track, mix or station is loaded. */
    isCurrent: (id: string) => boolean;
  };

export type PlayerHost = { engine: PlayerEngine; painter: Painter; commands: PlayerCommands };

export const PlayerHostContext = createContext<PlayerHost | null>(null);

export function commandsOf(engine: PlayerEngine): PlayerCommands {
  return {
    play: (items, index, context, shuffle) => engine.playNow(items, index, context, shuffle),
    toggle: () => engine.toggle(),
    pause: () => engine.pause(),
    resume: () => engine.resume(),
    stop: () => engine.stop(),
    next: () => engine.next(),
    previous: () => engine.previous(),
    seek: (seconds) => engine.seek(seconds),
    setVolume: (volume) => engine.setVolume(volume),
    setShuffle: (on) => engine.setShuffle(on),
    setRepeat: (repeat) => engine.setRepeat(repeat),
    playNext: (items) => engine.playNext(items),
    addToQueue: (items) => engine.addToQueue(items),
  };
}

function usePlayerHost(): PlayerHost {
  const host = useContext(PlayerHostContext);
  if (!host) throw new Error('The player is used outside of its PlayerProvider.');
  return host;
}

/** The player: its state, and its commands. */
export function usePlayer(): PlayerView {
  const { engine, commands } = usePlayerHost();
  const snapshot = useSyncExternalStore(engine.subscribe, engine.snapshot);
  const { current, queue } = snapshot;
  return {
    ...snapshot,
    ...commands,
    shuffle: queue.shuffle,
    repeat: queue.repeat,
    isCurrent: (id) => current?.track.id === id,
  };
}

/** One aspect of the player: renders again only when it changes. select returns a value or a stable object. */
export function usePlayerState<T>(select: (snapshot: Snapshot) => T): T {
  const { engine } = usePlayerHost();
  return useSyncExternalStore(engine.subscribe, () => select(engine.snapshot()));
}

export const useCurrent = (): QueueItem | null => usePlayerState(({ current }) => current);

/** The engine itself, for the parts of the player that need more than the commands. */
export const useEngine = (): PlayerEngine => usePlayerHost().engine;

/** Writes the position directly into the page, frame by frame, without React. */
export function usePaint(paint: Paint): void {
  const { painter } = usePlayerHost();
  const latest = useRef(paint);
  useEffect(() => {
    latest.current = paint;
  });
  useEffect(() => painter.add((position, duration) => latest.current(position, duration)), [painter]);
}
