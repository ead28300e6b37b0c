import { type PointerEvent, useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { secondsOf } from '@/dj/wave/lane';

/** Pointers on lanes that stand above each other: several fingers may hold several decks. They scratch. */
export function useDrag(decks: readonly Deck[], reach: number) {
  const held = useRef(new Map<number, { deck: Deck; x: number }>());
  const end = ({ pointerId }: PointerEvent) => {
    held.current.get(pointerId)?.deck.scratch.end();
    held.current.delete(pointerId);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const deck = decks[Math.floor(((event.clientY - top) / height) * decks.length)];
      const isHeld = [...held.current.values()].some((hand) => hand.deck === deck);
      if (event.button !== 0 || !deck?.get().track || isHeld) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current.set(event.pointerId, { deck, x: event.clientX });
      deck.scratch.begin();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const hand = held.current.get(event.pointerId);
      if (!hand) return;
      hand.deck.scratch.by(secondsOf(hand.x - event.clientX, event.currentTarget.clientWidth, { reach }, hand.deck.rate));
      hand.x = event.clientX;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
