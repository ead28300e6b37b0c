import type { DeckTrack } from './track';

const HOT_CUES = 8;
/** Seconds of each hot cue; null for none. */
export type HotCues = readonly (number | null)[];

export const NO_HOT_CUES: HotCues = Array.from({ length: HOT_CUES }, () => null);

export type Memory = { get: (key: string) => string | null; set: (key: string, value: string) => void; remove: (key: string) => void };

const keyOf = (trackId: string) => `sonora_cues_${trackId}`;

/** The hot cues of a track that this browser keeps. */
export function readHotCues(memory: Memory, trackId: string | null): HotCues {
  const text = trackId && memory.get(keyOf(trackId));
  if (!text) return NO_HOT_CUES;
  try {
    const found: unknown = JSON.parse(text);
    return NO_HOT_CUES.map((_, i) => (Array.isArray(found) && Number.isFinite(found[i]) ? (found[i] as number) : null));
  } catch {
    return NO_HOT_CUES; // something else wrote there
  }
}

export function saveHotCues(memory: Memory, trackId: string | null, cues: HotCues): void {
  if (!trackId) return;
  if (cues.every((cue) => cue === null)) memory.remove(keyOf(trackId));
  else memory.set(keyOf(trackId), JSON.stringify(cues));
}

const ORDER = ['mix-in', 'drop', 'break', 'mix-out', 'start', 'end'] as const;

/** Seconds below which two points count as one. */
const APART = 0.5;

/** The hot cues with points of the analysis in the free places: the most useful points, sorted by time. */
export function smartCues(cues: HotCues, points: DeckTrack['cues']): HotCues {
  const free = cues.filter((cue) => cue === null).length;
  const chosen: number[] = [];
  for (const { at } of [...points].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))) {
    const isTaken = [...cues, ...chosen].some((cue) => cue !== null && Math.abs(cue - at) < APART);
    if (!isTaken && chosen.length < free) chosen.push(at);
  }
  chosen.sort((a, b) => a - b);
  return cues.map((cue) => cue ?? chosen.shift() ?? null);
}
