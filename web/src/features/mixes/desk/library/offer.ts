import type { Track } from '@/api/types';
import { freeDeck, gainOn, isOnAir } from '@/dj/choose/free';
import type { Deck } from '@/dj/deck/deck';
import { fromLibrary } from '@/dj/deck/loading';
import type { Desk, Load } from '@/dj/desk';
import { Watched } from '@/dj/state';

/** `others` means that the tracks of other decks are replaced, too. */
type Offer = { deck: number; title: string; others?: boolean; load: () => void; keep?: () => void };

/** The track that waits for an answer, because the deck it is meant for is on air. */
export const offered = new Watched<{ offer: Offer | null }>({ offer: null });

/** Asks about a track. A question that is still open counts as answered with no. */
function ask(offer: Offer): void {
  offered.get().offer?.keep?.();
  offered.set({ offer });
}

/** Loads a track into a deck. A track on air is only replaced after a question. */
export function offerTo(desk: Desk, deck: Deck, title: string, load: Load): void {
  const go = () => void desk.load(deck, title, load);
  if (isOnAir(desk, deck)) ask({ deck: desk.decks.indexOf(deck), title, load: go });
  else go();
}

/** Loads several decks; asks once if one of them is on air. Returns whether they were loaded. */
export async function offerAll(desk: Desk, all: readonly { deck: Deck; title: string; load: Load }[]): Promise<boolean> {
  const onAir = all.find(({ deck }) => isOnAir(desk, deck));
  const may =
    !onAir ||
    (await new Promise<boolean>((resolve) => {
      const [load, keep] = [() => resolve(true), () => resolve(false)];
      ask({ deck: desk.decks.indexOf(onAir.deck), title: onAir.title, others: true, load, keep });
    }));
  if (may) await Promise.all(all.map(({ deck, title, load }) => desk.load(deck, title, load)));
  return may;
}

/** Loads a track into the deck that is free, or asks for the quieter one. */
export function offerTrack(desk: Desk, track: Track): void {
  const quietest = [...desk.decks].sort((a, b) => gainOn(desk, a) - gainOn(desk, b))[0];
  const deck = freeDeck(desk) ?? quietest;
  if (deck) offerTo(desk, deck, track.title, fromLibrary(track));
}
