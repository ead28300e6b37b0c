import { tokens } from '@/api/auth/tokens';
import { renewSession, request } from '@/api/client';
import { ApiError } from '@/api/error';
import { browserClock } from '@/audio/clock';
import { browserGraph } from '@/audio/graph';
import { MediaPool } from '@/audio/media-pool';
import { firstScreen } from '@/lib/first-screen';
import { whenIdle } from '@/lib/idle';
import { storage } from '@/lib/storage';
import { ulid } from '@/lib/ulid';
import { PlayerEngine } from './engine';
import { connectMediaSession } from './media-session';
import { PlayCount, type PlayReport } from './play-count';
import { probeMedia, type Renewal } from './recovery';
import { keepSession, readSession } from './session';
import { claimSound } from './tabs';

export type Player = {
  engine: PlayerEngine;
  /** Connects the engine to the page: session, tabs, lock screen, play reports. Returns a function that disconnects it. */
  connect: () => () => void;
};

/** The player of this page, with its last session restored and paused. */
export function createPlayer(): Player {
  const clock = browserClock();
  const graph = browserGraph();
  const pool = new MediaPool(() => new Audio(), graph);
  const engine = new PlayerEngine({ pool, clock, probe: probeMedia, renew });
  const saved = readSession(storage);
  if (saved) engine.restore(saved);

  const connect = () => {
    const session = keepSession(engine, storage, clock);
    const plays = new PlayCount(engine, storage, clock, sendPlay);
    const stops = [session.stop, plays.watch()];
    if ('BroadcastChannel' in window) stops.push(claimSound(engine, new BroadcastChannel('sonora_player'), clock, ulid(clock.now())));
    if ('mediaSession' in navigator) stops.push(connectMediaSession(engine, navigator.mediaSession));

    if (graph) stops.push(whenIdle(() => graph.prepare()));
    const sound = firstScreen()
      .then(() => import('./sound/sound'))
      .then(({ attachSound }) => attachSound({ engine, pool, graph, clock }));
    stops.push(() => void sound.then((stop) => stop()));

    const listening = new AbortController();
    const { signal } = listening;
    for (const gesture of ['pointerdown', 'touchend', 'keydown']) {
      addEventListener(gesture, () => engine.unlock(), { once: true, capture: true, passive: true, signal });
    }
    addEventListener('pagehide', session.flush, { signal });
    addEventListener('online', () => engine.online(), { signal });
    addEventListener('online', () => void plays.flush(), { signal });
    void plays.flush();
    stops.push(() => listening.abort());
    return () => {
      for (const stop of stops) stop();
    };
  };
  return { engine, connect };
}

/** Signing in again renews the cookie that media requests use. */
async function renew(): Promise<Renewal> {
  if (!tokens.exist()) return 'visitor';
  try {
    await renewSession();
    return 'renewed';
  } catch {
    return tokens.exist() ? 'away' : 'ended'; // a session that has ended has no tokens
  }
}

async function sendPlay(report: PlayReport): Promise<'done' | 'later'> {
  try {
    // A visitor's 401 is a normal response, not an expired session.
    const auth = tokens.exist() ? 'session' : 'credentials';
    const { isMix, ...body } = report;
    if (isMix) await request(`/api/mixes/${body.trackId}/plays`, { method: 'POST', auth });
    else await request('/api/plays', { method: 'POST', body, auth });
    return 'done';
  } catch (error) {
    const refused = error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429;
    return refused ? 'done' : 'later';
  }
}
