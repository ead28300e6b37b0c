import { type Memory, NO_LABEL } from '../deck/hot-cues';
import { type Marks, NO_MARKS } from './marks';

const keyOf = (trackId: string) => `sonora_cues_${trackId}`;

/** The hot cues that this browser kept before people had marks on the server: a list of seconds, null for a free place. */
export function legacyCues(memory: Memory, trackId: string | null): Marks | null {
  const text = trackId && memory.get(keyOf(trackId));
  if (!text) return null;
  try {
    const found: unknown = JSON.parse(text);
    if (!Array.isArray(found)) return null;
    const hotCues = found
      .slice(0, 8)
      .flatMap((at, slot) => (Number.isFinite(at) && at >= 0 ? [{ slot, at: at as number, ...NO_LABEL }] : []));
    return hotCues.length === 0 ? null : { ...NO_MARKS, hotCues };
  } catch {
    return null; // something else wrote there
  }
}

export const forgetCues = (memory: Memory, trackId: string): void => memory.remove(keyOf(trackId));
