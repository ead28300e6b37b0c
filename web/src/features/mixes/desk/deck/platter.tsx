import { type PointerEvent, useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { Cover } from '@/ui/cover';
import { useFrame, useWatched } from '../use-watched';

/** Seconds of the track in a turn: 33 turns and a third in a minute. */
const TURN = 1.8;

/** A record that turns as the track plays. A hand that turns it scratches. */
export function Platter({ deck }: { deck: Deck }) {
  const { track, isPlaying } = useWatched(deck);
  const disc = useRef<HTMLDivElement>(null);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useFrame(() => !isStill && disc.current?.style.setProperty('transform', `rotate(${(((deck.heard / TURN) * 360) % 360).toFixed(1)}deg)`));
  return (
    <div className="desk-platter" data-playing={isPlaying || undefined} data-loaded={track !== null || undefined} {...useHand(deck)}>
      <div ref={disc} className="desk-disc">
        {track && <Cover url={track.coverUrl} seed={track.seed} sizes="72px" round className="desk-cover" />}
      </div>
    </div>
  );
}

function useHand(deck: Deck) {
  const angle = useRef<number | null>(null);
  const angleOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return Math.atan2(clientY - top - height / 2, clientX - left - width / 2) / (2 * Math.PI);
  };
  const end = () => {
    if (angle.current !== null) deck.scratch.end();
    angle.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !deck.get().track || angle.current !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      angle.current = angleOf(event);
      deck.scratch.begin();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (angle.current === null) return;
      const next = angleOf(event);
      const turns = next - angle.current;
      angle.current = next;
      deck.scratch.by((turns - Math.round(turns)) * TURN); // the shorter way
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
