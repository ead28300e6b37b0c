import type { Deck } from '../deck/deck';
import type { Desk } from '../desk';
import { channelGain, crossfade, masterGain, sideGain } from '../mixer/curves';

/** The gain above which a deck counts as on air: −34 dB. */
const AUDIBLE = 0.02;

/** The gain of a deck from its volume fader and the crossfader. */
export function gainOn(desk: Pick<Desk, 'get' | 'decks'>, deck: Deck): number {
  const { crossfader, curve } = desk.get();
  const { volume, side } = deck.get();
  return channelGain(volume) * sideGain(side, crossfade(crossfader, curve));
}

/** Whether a deck is heard in the master. */
export const isOnAir = (desk: Pick<Desk, 'get' | 'decks'>, deck: Deck): boolean => deck.get().isPlaying && gainOn(desk, deck) > AUDIBLE;

/** The deck that leads: the loudest one that plays, otherwise the first one with a track; null if all are empty. */
export function leading(desk: Pick<Desk, 'get' | 'decks'>): Deck | null {
  const rank = (deck: Deck) => (deck.get().isPlaying ? 1 + gainOn(desk, deck) : 0);
  const loaded = desk.decks.filter((deck) => deck.get().track);
  return loaded.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Which control keeps the deck that leads from being heard; null if none does, or nothing plays. */
export function hiddenBy(desk: Pick<Desk, 'get' | 'decks'>): 'volume' | 'crossfader' | 'master' | null {
  const deck = leading(desk);
  if (!deck?.get().isPlaying) return null;
  if (channelGain(deck.get().volume) <= AUDIBLE) return 'volume';
  if (!isOnAir(desk, deck)) return 'crossfader';
  return masterGain(desk.get().master) <= AUDIBLE ? 'master' : null;
}

/** The deck to load without asking: an empty one, otherwise one that is not on air, the leading one last; null if there is none. */
export function freeDeck(desk: Pick<Desk, 'get' | 'decks'>): Deck | null {
  const leader = leading(desk);
  const rank = (deck: Deck) => (deck.get().track ? (deck.get().isPlaying ? 4 : 2) : 0) + (deck === leader ? 1 : 0);
  const free = desk.decks.filter((deck) => !isOnAir(desk, deck) && !deck.get().isLoading);
  return free.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
