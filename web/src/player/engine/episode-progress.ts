import type { Clock } from '@/audio/clock';
import type { PlayerEngine } from './engine';

const EVERY = 15_000; // ms between two reports during playback
const NEARLY = 30; // seconds before the end from which an episode counts as played

export type Report = { position: number; done: boolean; at: string };

/**
 * Reports the listener's position: every 15 seconds during playback, on pause and at the end. What played before the watch began
 * is reported too. Returns a function that stops it after a last report.
 */
export function watchProgress(engine: PlayerEngine, uid: string, clock: Clock, send: (report: Report) => void): () => void {
  let position = engine.position();
  let duration = engine.snapshot().duration;
  let moved = engine.hasStarted;
  let told = moved ? 0 : position;
  let lastAt = clock.now();

  const report = () => {
    if (!moved || position === told) return;
    told = position;
    lastAt = clock.now();
    send({
      position: Math.round(position * 10) / 10,
      done: duration > 0 && position >= duration - NEARLY,
      at: new Date(lastAt).toISOString(),
    });
  };
  const stops = [
    engine.on('progress', (now) => {
      if (engine.snapshot().current?.uid !== uid) return;
      moved = true;
      position = now;
      duration = engine.snapshot().duration;
      if (clock.now() - lastAt >= EVERY) report();
    }),
    engine.on('seek', (to) => {
      if (engine.snapshot().current?.uid !== uid) return;
      position = to;
      moved = true;
    }),
    engine.on('change', ({ state, current }) => {
      if (current?.uid === uid && state === 'paused') report();
    }),
  ];
  if (engine.snapshot().state === 'paused') report();
  return () => {
    for (const stop of stops) stop();
    report();
  };
}
