import { type PointerEvent, useEffect, useRef } from 'react';
import type { Deck } from '@/dj/deck';
import type { Desk } from '@/dj/desk';
import { type LaneColours, paintLane, secondsAt } from '@/dj/waveform';
import { t } from '@/i18n/desk';
import { useShownTheme } from '@/lib/prefs';
import { useFrame } from './use-watched';

const laneOf = (deck: Deck) => {
  const { track, cue, hotCues, loop } = deck.get();
  return { track, cue, hotCues, loop, position: deck.heard, rate: deck.rate };
};

/** The waveforms of all decks, each under the same playhead: beats that sound together stand above each other. Dragging moves a deck. */
export function Waves({ desk }: { desk: Desk }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<LaneColours[]>([]);
  const drag = useRef<{ deck: Deck; x: number; position: number } | null>(null);
  const theme = useShownTheme();
  const drawn = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    colours.current = desk.decks.map((_, i) => coloursOf(canvas.current as HTMLCanvasElement, i));
    drawn.current = '';
  }, [desk, theme]);
  useFrame(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const { clientWidth: width, clientHeight: height } = element;
    const lanes = desk.decks.map(laneOf);
    const now = [width, height, ...lanes.flatMap(Object.values)];
    const signature = now
      .map((one) => (typeof one === 'object' ? JSON.stringify(one === null || 'title' in one ? (one?.title ?? '') : one) : one))
      .join();
    if (signature === drawn.current) return; // nothing moves
    drawn.current = signature;
    resize(element, pen, width, height);
    lanes.forEach((lane, i) => {
      const own = colours.current[i];
      if (own) paintLane(pen, lane, own, (i * height) / lanes.length, width, height / lanes.length);
    });
  });
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const deck = desk.decks[Math.floor(((event.clientY - box.top) / box.height) * desk.decks.length)];
    if (!deck?.get().track) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { deck, x: event.clientX, position: deck.position };
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drag.current) return;
    const { deck, x, position } = drag.current;
    const width = event.currentTarget.clientWidth;
    deck.seek(secondsAt({ position, rate: deck.rate }, width / 2 + x - event.clientX, width));
  };
  return (
    <section aria-label={t('desk.waveforms')} className="desk-waves">
      <canvas
        ref={canvas}
        aria-hidden
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      />
      <span aria-hidden className="desk-badge" data-deck="0">
        A
      </span>
      <span aria-hidden className="desk-badge" data-deck="1">
        B
      </span>
      <span aria-hidden className="desk-playhead" />
    </section>
  );
}

function resize(element: HTMLCanvasElement, pen: CanvasRenderingContext2D, width: number, height: number) {
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (element.width !== wide || element.height !== high) [element.width, element.height] = [wide, high];
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
}

function coloursOf(canvas: HTMLCanvasElement, deck: number): LaneColours {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--desk-${name}`).trim();
  const own = (name: string) => colour(`${name}-${deck % 2 === 0 ? 'a' : 'b'}`);
  return {
    low: own('low'),
    mid: own('mid'),
    high: colour('high'),
    line: colour('line'),
    downbeat: colour('downbeat'),
    cue: colour('cue'),
    loop: own('loop'),
  };
}
