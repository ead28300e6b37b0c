import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { TURN } from '@/dj/wave/record';
import type { Shown } from '@/dj/wave/stage';
import { Cover } from '@/ui/cover';
import { useWatched } from '../use-watched';
import { useSurface } from '../waves/surface';

/** The width of the picture on a record: enough for four device pixels per CSS pixel. */
const PIXELS = 232;

/** A record that turns as the track plays. A hand that turns it scratches. */
export function Platter({ deck, index }: { deck: Deck; index: number }) {
  const { track, isPlaying } = useWatched(deck);
  const disc = useRef<HTMLDivElement>(null);
  const shown = useSurface(disc, { kind: 'record', deck: index }, (host) => [host]);
  usePicture(disc, shown, track !== null);
  return (
    <div className="desk-platter" data-playing={isPlaying || undefined} data-loaded={track !== null || undefined} {...useHand(deck)}>
      <div ref={disc} className="desk-disc">
        {track && <Cover url={track.coverUrl} seed={track.seed} sizes="72px" round className="desk-cover" />}
      </div>
    </div>
  );
}

/** Puts the cover on the record that turns, which hides the one that stands. If that fails, the cover stands still. */
function usePicture(disc: RefObject<HTMLElement | null>, shown: RefObject<Shown | null>, isLoaded: boolean) {
  useEffect(() => {
    const host = disc.current;
    let latest = 0;
    const send = () => {
      const own = ++latest;
      const image = host?.querySelector('img');
      if (!image?.complete || image.naturalWidth === 0) return;
      squareOf(image)
        .then((picture) => own === latest && shown.current?.picture(picture))
        .catch(() => own === latest && shown.current?.picture(null));
    };
    if (isLoaded) send();
    else shown.current?.picture(null);
    host?.addEventListener('load', send, true); // `load` does not bubble
    return () => {
      latest = -1;
      host?.removeEventListener('load', send, true);
    };
  }, [disc, shown, isLoaded]);
}

/** The middle of an image as a square. It goes through a canvas, because a drawing without a size of its own has no pixels yet. */
function squareOf(image: HTMLImageElement): Promise<ImageBitmap> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = PIXELS / Math.min(width, height);
  const [wide, high] = [width * scale, height * scale];
  const canvas = Object.assign(document.createElement('canvas'), { width: PIXELS, height: PIXELS });
  canvas.getContext('2d')?.drawImage(image, (PIXELS - wide) / 2, (PIXELS - high) / 2, wide, high);
  return createImageBitmap(canvas);
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
