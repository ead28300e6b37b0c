import { type RefObject, useEffect, useRef } from 'react';

export type Swipe = 'left' | 'right' | 'down';

const DECIDES = 10; // pixels after which a finger's direction is known
const FAR = 80; // pixels that are meant
const FLICK = 0.5; // pixels a millisecond that are meant as well

type Options = {
  /** Whether a direction does something where the finger began; otherwise it scrolls. */
  may: (swipe: Swipe, target: Element) => boolean;
  onSwipe: (swipe: Swipe) => void;
  /** What moves along with the finger; the element itself unless given. */
  moves?: () => HTMLElement | null;
};

/** Swipes of one finger. Every one of them has a button as its twin. */
export function useSwipe(ref: RefObject<HTMLElement | null>, options: Options): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const element = ref.current;
    return element ? watchSwipes(element, () => latest.current) : undefined;
  }, [ref]);
}

/** Watches an element for swipes; answers how to stop. */
export function watchSwipes(element: HTMLElement, options: () => Options): () => void {
  let start: { x: number; y: number; at: number } | null = null;
  let swipe: Swipe | null = null;
  let far = 0;

  const follow = (by: number) => {
    const moved = options().moves?.() ?? element;
    moved.style.translate = swipe === 'down' ? `0 ${Math.max(0, by)}px` : swipe ? `${by}px 0` : '';
    moved.style.transition = swipe ? 'none' : '';
  };
  const end = (event: TouchEvent) => {
    const speed = start ? far / Math.max(1, event.timeStamp - start.at) : 0;
    const meant = event.type === 'touchend' && (far > FAR || (far > DECIDES * 2 && speed > FLICK)) ? swipe : null;
    swipe = null;
    start = null;
    follow(0);
    if (meant) options().onSwipe(meant);
  };
  const begin = ({ touches, timeStamp }: TouchEvent) => {
    const [touch, second] = touches;
    start = touch && !second ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
    far = 0;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (!swipe) {
      if (Math.max(Math.abs(x), Math.abs(y)) < DECIDES) return;
      const direction = Math.abs(x) > Math.abs(y) ? (x < 0 ? 'left' : 'right') : y > 0 ? 'down' : null;
      if (!direction || !options().may(direction, event.target as Element) || !event.cancelable) {
        start = null;
        return;
      }
      swipe = direction;
    }
    event.preventDefault();
    far = swipe === 'down' ? y : swipe === 'left' ? -x : x;
    follow(swipe === 'left' ? -far : far);
  };

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener('touchstart', begin, { passive: true, signal });
  element.addEventListener('touchmove', move, { passive: false, signal });
  element.addEventListener('touchend', end, { signal });
  element.addEventListener('touchcancel', end, { signal });
  return () => stop.abort();
}
