import { type RefObject, useEffect, useRef } from 'react';

export type Swipe = 'left' | 'right' | 'down';

const DIRECTION_AFTER = 10; // pixels after which a finger's direction is known
const MIN_DISTANCE = 80; // pixels of a swipe
const FLICK = 0.5; // pixels per millisecond of a flick

type Options = {
  /** Whether a swipe in a direction has an effect where the finger started; otherwise it scrolls. */
  may: (swipe: Swipe, target: Element) => boolean;
  onSwipe: (swipe: Swipe) => void;
  /** The element that moves with the finger; by default the element itself. */
  moves?: () => HTMLElement | null;
};

/** One-finger swipes. Each has a button that does the same. */
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

/** Watches an element for swipes; returns a function that stops it. */
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
    const meant = event.type === 'touchend' && (far > MIN_DISTANCE || (far > DIRECTION_AFTER * 2 && speed > FLICK)) ? swipe : null;
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
      if (Math.max(Math.abs(x), Math.abs(y)) < DIRECTION_AFTER) return;
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
