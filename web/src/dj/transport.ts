import { type Loop, wrapped } from './loop';

/** The movement of a deck from a time on: at `time` of the audio clock it is at `position`, and moves at `rate` while playing. */
export type Transport = { time: number; position: number; rate: number; playing: boolean; loop: Loop | null };

export const RESTING: Transport = { time: 0, position: 0, rate: 1, playing: false, loop: null };

/** The position in the track, in seconds. */
export function positionAt({ time, position, rate, playing, loop }: Transport, now: number): number {
  if (!playing) return position;
  const gone = position + Math.max(0, now - time) * rate;
  return loop ? wrapped(loop, gone) : gone;
}

/** The same movement, described from another time on. */
export const from = (transport: Transport, now: number, change: Partial<Transport> = {}): Transport => ({
  ...transport,
  position: positionAt(transport, now),
  time: now,
  ...change,
});
