import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { Cover } from '@/ui/cover';
import { useFrame, useWatched } from '../use-watched';

/** Seconds of the track in a turn: 33 turns and a third in a minute. */
const TURN = 1.8;

/** Positions of the record in a turn: about thirty in a second. */
const STEPS = 54;
/** Milliseconds of the track by which the record may be off before it is put right. */
const LOOSE = 30;

/** A record that turns as the track plays. A hand that turns it scratches. */
export function Platter({ deck }: { deck: Deck }) {
  const { track, isPlaying } = useWatched(deck);
  const disc = useRef<HTMLDivElement>(null);
  useTurning(disc, deck);
  return (
    <div className="desk-platter" data-playing={isPlaying || undefined} data-loaded={track !== null || undefined} {...useHand(deck)}>
      <div ref={disc} className="desk-disc">
        {track && <Cover url={track.coverUrl} seed={track.seed} sizes="72px" round className="desk-cover" />}
      </div>
    </div>
  );
}

/** Turns an element with the track. The compositor turns it; the page only corrects it. */
function useTurning(disc: RefObject<HTMLElement | null>, deck: Deck) {
  const turning = useRef<Animation | null>(null);
  useEffect(() => {
    if (!disc.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const turn = [{ transform: 'rotate(0)' }, { transform: 'rotate(1turn)' }];
    const made = disc.current.animate(turn, { duration: TURN * 1000, iterations: Number.POSITIVE_INFINITY, easing: `steps(${STEPS})` });
    made.pause();
    turning.current = made;
    return () => made.cancel();
  }, [disc]);
  useFrame(() => {
    const animation = turning.current;
    if (!animation) return;
    const { isPlaying, isHeld } = deck.get();
    const turns = isPlaying && !isHeld;
    if (turns && animation.playbackRate !== deck.rate) animation.updatePlaybackRate(deck.rate);
    if (turns !== (animation.playState === 'running')) animation[turns ? 'play' : 'pause']();
    const place = deck.heard * 1000;
    if (Math.abs(Number(animation.currentTime) - place) > (turns ? LOOSE : 0)) animation.currentTime = place;
  });
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
