import type { Deck } from './deck';
import { LONG } from './sound-of';

/** Why a deck has no beat grid: no track; its beats are being looked for; the file is too long for that; or it has no steady beat. */
export type NoBeat = 'empty' | 'hearing' | 'long' | 'none';

/** Why a deck has no beat grid; null if it has one. */
export function whyNoBeat(deck: Pick<Deck, 'get'>): NoBeat | null {
  const { track, isHearing } = deck.get();
  if (!track) return 'empty';
  if (track.grid) return null;
  if (isHearing) return 'hearing';
  return track.id === null && track.duration > LONG ? 'long' : 'none';
}
