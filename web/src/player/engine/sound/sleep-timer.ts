import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '@/audio/clock';
import { STORAGE } from '@/lib/constants';
import type { PlayerEngine } from '@/player/engine/engine';
import type { Queue } from '@/player/engine/queue/queue';

/** When the music stops: at a moment (ms since 1970), after the song, or at the end of the queue. */
export type Sleep = { kind: 'clock'; at: number } | { kind: 'track' } | { kind: 'queue' };

export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60, 90] as const;

const FADE = 10; // seconds of the fade-out
const RESTORE = 0.3; // seconds in which the volume is restored while nothing plays

type SleepState = { sleep: Sleep | null };

/** Survives a reload. */
export const sleepTimer = createStore<SleepState>()(persist((): SleepState => ({ sleep: null }), { name: STORAGE.sleep }));

export const setSleep = (sleep: Sleep | null) => sleepTimer.setState({ sleep });

/** Whether only endless playing would add something. */
const isLast = ({ user, order, at }: Queue) => [...user, ...order.slice(at + 1)].every(({ details }) => details.endless);

/** Stops the music at the set time. Returns a function that stops the timer. */
export function watchSleep(engine: PlayerEngine, clock: Clock): () => void {
  let forget = () => {};
  let dimmed = false;

  const brighten = () => {
    if (dimmed) engine.dim(1, RESTORE);
    dimmed = false;
  };
  const rest = () => {
    engine.pause();
    brighten();
    setSleep(null);
  };
  const fade = (at: number) => {
    const left = at - clock.now();
    dimmed = true;
    engine.dim(0, Math.max(0.1, left / 1000));
    forget = clock.after(Math.max(0, left), rest);
  };
  const arm = () => {
    forget();
    brighten();
    const { sleep } = sleepTimer.getState();
    engine.setHold(sleep?.kind === 'track' || (sleep?.kind === 'queue' && isLast(engine.snapshot().queue)));
    if (sleep?.kind !== 'clock') return;
    const left = sleep.at - clock.now();
    if (left <= 0)
      setSleep(null); // it expired while the page was closed
    else forget = clock.after(Math.max(0, left - FADE * 1000), () => fade(sleep.at));
  };

  arm();
  const stops = [
    sleepTimer.subscribe(arm),
    engine.on('change', ({ queue, holds }) => {
      if (sleepTimer.getState().sleep?.kind === 'queue' && isLast(queue) !== holds) engine.setHold(isLast(queue));
    }),
    engine.on('held', () => setSleep(null)),
  ];
  return () => {
    forget();
    for (const stop of stops) stop();
  };
}
