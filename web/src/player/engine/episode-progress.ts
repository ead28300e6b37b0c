import type { Clock } from '@/audio/clock';
import type { PlayerEngine } from './engine';

const EVERY = 15_000; // ms between two reports while it plays
const NEARLY = 30; // seconds before the end from which an episode counts as heard

export type Report = { position: number; done: boolean; at: string };

/** Reports how far the listener is: every 15 seconds while it plays, when it pauses, jumps or ends. Answers how to stop, with a last report. */
export function watchProgress(engine: PlayerEngine, uid: string, clock: Clock, send: (report: Report) => void): () => void {
  let position = engine.position();
  let duration = engine.snapshot().duration;
  let told = position;
  let lastAt = clock.now();
  let moved = false;

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
  return () => {
    for (const stop of stops) stop();
    report();
  };
}
