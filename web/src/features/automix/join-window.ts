import type { Peaks } from '@/api/analysis';
import type { Automix } from '@/api/types';

type Join = Automix['joins'][number];
type Placed = Automix['tracks'][number];

/** Seconds around a join that are drawn. */
const AROUND = 12;

/** A part of a mix, in its seconds. */
export type Window = { from: number; to: number };

export const windowOf = ({ start, length }: Pick<Join, 'start' | 'length'>, duration: number): Window => ({
  from: Math.max(0, start - AROUND),
  to: Math.min(duration, start + length + AROUND),
});

/** Where a track lies in a window, in percent, and which of its own seconds are heard there; null if none. */
export function partOf({ start, end, trackStart, trackEnd }: Placed, { from, to }: Window) {
  const [first, last] = [Math.max(from, start), Math.min(to, end)];
  if (first >= last || end <= start) return null;
  const pace = (trackEnd - trackStart) / (end - start);
  const width = to - from;
  return {
    left: (100 * (first - from)) / width,
    width: (100 * (last - first)) / width,
    from: trackStart + (first - start) * pace,
    to: trackStart + (last - start) * pace,
  };
}

/** The peaks of a part of a track. */
export function peaksOf({ perSecond, low, mid, high }: Peaks, from: number, to: number): Peaks {
  const cut = (band: Uint8Array) => band.subarray(Math.max(0, Math.floor(from * perSecond)), Math.ceil(to * perSecond));
  return { perSecond, low: cut(low), mid: cut(mid), high: cut(high) };
}
