import { type Loop, wrapped } from './loop';

/** A change of speed: from the rate at the beginning to another one, evenly, in some seconds. */
type Ramp = { to: number; seconds: number };

/** The movement of a deck from a time on: at `time` of the audio clock it is at `position`, and moves at `rate` while playing. */
export type Transport = {
  time: number;
  position: number;
  rate: number;
  ramp: Ramp | null;
  playing: boolean;
  loop: Loop | null;
  /** How it moved until `time`, which may be in the future; null if it was elsewhere. */
  before: Transport | null;
};

export const RESTING: Transport = { time: 0, position: 0, rate: 1, ramp: null, playing: false, loop: null, before: null };

/** Seconds for which earlier movements are remembered: longer than any command takes to be heard. */
const REMEMBERED = 1;

/** The position in the track, in seconds. */
export function positionAt(transport: Transport, now: number): number {
  const { time, position, playing, loop, before } = transport;
  if (now < time && before) return positionAt(before, now);
  if (!playing || now <= time) return loop ? wrapped(loop, position) : position;
  const to = position + travelled(transport, now - time);
  return loop ? wrapped(loop, to) : to;
}

function travelled({ rate, ramp }: Transport, seconds: number): number {
  if (!ramp) return seconds * rate;
  const part = Math.min(seconds, ramp.seconds);
  const reached = rate + ((ramp.to - rate) * part) / ramp.seconds;
  return ((rate + reached) / 2) * part + (seconds - part) * ramp.to;
}

/** The speed at a time. */
export function rateAt(transport: Transport, now: number): number {
  const { time, playing, before } = transport;
  if (now < time && before) return rateAt(before, now);
  return playing ? speedAfter(transport, now - time) : 0;
}

const speedAfter = ({ rate, ramp }: Transport, seconds: number) =>
  ramp ? rate + (ramp.to - rate) * Math.min(1, Math.max(0, seconds) / ramp.seconds) : rate;

/** The same movement with a change from a time on. */
export function from(transport: Transport, when: number, change: Partial<Transport> = {}): Transport {
  const { ramp, time } = transport;
  const left = ramp ? ramp.seconds - Math.max(0, when - time) : 0;
  return {
    ...transport,
    position: positionAt(transport, when),
    time: when,
    rate: speedAfter(transport, when - time),
    ramp: ramp && left > 0 ? { to: ramp.to, seconds: left } : null,
    before: since(transport, when - REMEMBERED),
    ...change,
  };
}

/** A movement without what was before a time. */
const since = (transport: Transport, time: number): Transport =>
  transport.time <= time || !transport.before ? { ...transport, before: null } : { ...transport, before: since(transport.before, time) };
