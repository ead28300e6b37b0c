import type { Peaks } from '@/api/analysis';
import { beatAt } from '../beat/grid';
import type { Deck } from '../deck/deck';
import type { Desk } from '../desk';
import { crossfade, sideGain } from '../mixer/curves';
import type { View } from './suggest';

/** Seconds over which the bass is measured. */
const AHEAD = 8;
/** Positions of a fader, and gains of the crossfader, below which a deck is not in the mix; and of the low band, below which it has no bass. */
const [CLOSED, FADED, NO_LOW] = [10, 0.15, 25] as const;

/** The mean level of the bass, 0 to 1. */
function bassAt(peaks: Peaks | null, seconds: number): number {
  if (!peaks) return 0;
  const part = peaks.low.subarray(seconds * peaks.perSecond, (seconds + AHEAD) * peaks.perSecond);
  return part.reduce((sum, level) => sum + level, 0) / Math.max(1, part.length) / 255;
}

/** What the rules know about a deck now. */
export function viewOf(desk: Desk, deck: Deck): View {
  const { track, isPlaying, volume, eq, filter, side } = deck.get();
  const { crossfader, curve } = desk.get();
  const grid = track?.grid ?? null;
  const beat = (seconds: number) => (grid ? beatAt(grid, seconds) : seconds);
  return {
    form: track && grid ? { grid, sections: track.sections } : null,
    beat: beat(deck.heard),
    last: beat(track?.duration ?? 0),
    isPlaying,
    isOpen: volume > CLOSED && sideGain(side, crossfade(crossfader, curve)) > FADED,
    bpm: deck.bpm,
    ownBpm: deck.bpm && deck.bpm / deck.rate,
    bass: bassAt(track?.peaks ?? null, deck.heard),
    hasLow: eq.low > NO_LOW,
    isUnfiltered: filter === 50,
  };
}
