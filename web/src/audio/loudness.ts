import type { Gain } from '@/api/types';

type Level = Gain['track'];

const CEILING = -1; // dB; headroom for lossy codecs
const MAX_CHANGE = 24; // dB, positive or negative

/** The gain factor that brings a recording to the target loudness without clipping its peak. */
export function factorOf(level: Level, preamp = 0): number {
  if (!level) return 1;
  const room = level.peak === null ? 0 : CEILING - level.peak;
  const gain = Math.min(level.gain + preamp, room, MAX_CHANGE);
  return 10 ** (Math.max(gain, -MAX_CHANGE) / 20);
}
