import type { Clock } from '@/audio/clock';
import type { PlayerEngine, Saved, Snapshot } from './engine';
import { type MoreTracks, type Playable, type PlayContext, type QueueItem, toDetails, toPlayerItem } from './queue/item';
import { Queue, type Repeat } from './queue/queue';
import { MAX_CROSSFADE, type TransitionMode } from './transitions';

export const SESSION_KEY = 'sonora_player';

/** The maximum number of saved items around the current one. */
export const SESSION_LIMIT = 1000;

const BEHIND = 200; // how many of them can come before the current one
const WRITE_AFTER = 1000; // ms, so that a burst of changes is saved once
const POSITION_EVERY = 5000; // ms

/** localStorage, or its replacement in a test. */
export type SessionStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

type StoredQueue = {
  /** The context in playing order. */
  order: Playable[];
  /** The indexes of its own order in `order`; absent unless shuffled. */
  items?: number[];
  at: number;
  user: Playable[];
  /** The current item if it is not part of the context. */
  current?: Playable;
  context: PlayContext | null;
  shuffle: boolean;
  repeat: Repeat;
};

type Stored = { version: 1; queue: StoredQueue; position: number; volume: number; muted: boolean; transition: TransitionMode };

/** Saves the session while the player runs. Returns a function that stops it; flush saves immediately, as when the page is closed. */
export function keepSession(engine: PlayerEngine, store: SessionStore, clock: Clock): { flush: () => void; stop: () => void } {
  let seen: Snapshot = engine.snapshot();
  let written = { queue: null as Queue | null, json: '' };
  let cancel: (() => void) | null = null;
  let lastPosition = clock.now();

  const flush = () => {
    cancel?.();
    cancel = null;
    lastPosition = clock.now();
    const { queue, volume, muted, transition } = engine.snapshot();
    if (!queue.current) {
      store.remove(SESSION_KEY);
      return;
    }
    if (written.queue !== queue) written = { queue, json: JSON.stringify(packQueue(queue)) };
    const rest = JSON.stringify({ version: 1, position: engine.position(), volume, muted, transition } satisfies Omit<Stored, 'queue'>);
    store.set(SESSION_KEY, `{"queue":${written.json},${rest.slice(1)}`);
  };
  const soon = () => {
    cancel ??= clock.after(WRITE_AFTER, flush);
  };
  const stops = [
    engine.on('change', (now) => {
      const same = (['queue', 'state', 'volume', 'muted', 'transition'] as const).every((key) => now[key] === seen[key]);
      seen = now;
      if (!same) soon();
    }),
    engine.on('seek', soon),
    engine.on('progress', () => {
      if (clock.now() - lastPosition >= POSITION_EVERY) flush();
    }),
  ];
  return {
    flush: () => {
      if (cancel || engine.snapshot().isPlaying) flush(); // a tab that did not play must not overwrite the session of other tabs
    },
    stop: () => {
      cancel?.();
      for (const stop of stops) stop();
    },
  };
}

/** The last saved session; null if there is none or it cannot be parsed. */
export function readSession(store: SessionStore): Saved | null {
  const text = store.get(SESSION_KEY);
  if (text === null) return null;
  try {
    return reviveSession(JSON.parse(text));
  } catch {
    store.remove(SESSION_KEY);
    return null;
  }
}

/** A queue as plain data, limited to SESSION_LIMIT items around the current one. */
export function packQueue(queue: Queue): StoredQueue {
  const user = queue.user.slice(0, SESSION_LIMIT / 2);
  const start = Math.max(0, queue.at - BEHIND);
  const order = queue.order.slice(start, start + SESSION_LIMIT - user.length);
  const places = new Map(order.map((item, i) => [item, i]));
  const current = queue.current;
  return {
    order: order.map(toPlayable),
    items: queue.shuffle ? queue.items.flatMap((item) => places.get(item) ?? []) : undefined,
    at: queue.at - start,
    user: user.map(toPlayable),
    current: current && current !== queue.order[queue.at] ? toPlayable(current) : undefined,
    context: queue.context,
    shuffle: queue.shuffle,
    repeat: queue.repeat,
  };
}

const toPlayable = ({ track, details }: QueueItem): Playable => ({ ...track, ...details });

/** Throws for anything that is not a saved session. */
export function reviveSession(data: unknown): Saved {
  const stored = data as Stored;
  if (stored.version !== 1) throw new TypeError('not a session of this version');
  const { queue, transition } = stored;
  let serial = 0;
  const revive = (source: QueueItem['source']) => (playable: Playable) => reviveItem(playable, source, `q${serial++}`);
  const order = queue.order.map(revive('context'));
  const user = queue.user.map(revive('user'));
  const items = queue.items ? queue.items.map((i) => present(order[i])) : order;
  if (items.length !== order.length) throw new TypeError('orders differ');
  const at = order.length > 0 ? Math.min(Math.max(-1, Math.trunc(queue.at)), order.length - 1) : -1;
  const current = queue.current ? revive('user')(queue.current) : present(order[at]);
  return {
    queue: new Queue({
      current,
      user,
      order,
      items,
      at,
      serial,
      context: reviveContext(queue.context),
      shuffle: queue.shuffle === true,
      repeat: queue.repeat === 'all' || queue.repeat === 'one' ? queue.repeat : 'off',
    }),
    position: Math.max(0, finite(stored.position, 0)),
    volume: Math.min(1, Math.max(0, finite(stored.volume, 1))),
    muted: stored.muted === true,
    transition: reviveTransition(transition),
  };
}

function reviveItem(playable: Playable, source: QueueItem['source'], uid: string): QueueItem {
  for (const key of ['id', 'title', 'artist', 'audioUrl'] as const) {
    if (typeof playable[key] !== 'string') throw new TypeError(`${key} is no text`);
  }
  return { uid, source, track: { ...toPlayerItem(playable), duration: finite(playable.duration, 0) }, details: toDetails(playable) };
}

/** Sessions of earlier versions have `home` in place of `ownOrderOffset`, and an enormous `next` in place of `done`. */
function reviveContext(context: PlayContext | null): PlayContext | null {
  if (!context?.more) return context;
  const { home, ...more } = context.more as MoreTracks & { home?: number };
  const done = more.done ?? more.next === Number.MAX_SAFE_INTEGER;
  return { ...context, more: { ...more, ownOrderOffset: more.ownOrderOffset ?? home, done } };
}

function reviveTransition(mode: TransitionMode): TransitionMode {
  if (mode?.kind === 'crossfade') return { kind: 'crossfade', seconds: Math.min(MAX_CROSSFADE, finite(mode.seconds, 0)) };
  return mode?.kind === 'cut' ? { kind: 'cut' } : { kind: 'gapless' };
}

const finite = (value: unknown, otherwise: number) => (Number.isFinite(value) ? (value as number) : otherwise);

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('an item is missing');
  return value;
}
