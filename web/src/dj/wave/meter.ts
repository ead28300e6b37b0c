import type { Colours, Level, Size } from './scene';
import type { Pen } from './tiles';

/** The shares of the length at which the colours of an upright meter change. */
const [WARM, HOT] = [0.72, 0.9];
/** The distance of the segments of an upright meter, the gap between them, and the length of the peak, in CSS pixels. */
const [SEGMENT, GAP, PEAK] = [6, 2, 2];

/** Draws an upright meter in segments: low, mid and high levels have a colour each. */
export function paintUpright(pen: Pen, { now, peak }: Level, colours: Colours, { width, height }: Size): void {
  for (const [from, to, colour] of [
    [0, WARM, colours.low],
    [WARM, HOT, colours.mid],
    [HOT, 1, colours.high],
  ] as const) {
    const top = Math.min(to, now);
    if (top <= from) break;
    pen.fillStyle = colour;
    pen.fillRect(0, height * (1 - top), width, height * (top - from));
  }
  pen.fillStyle = colours.line;
  for (let y = height - SEGMENT; y > -GAP; y -= SEGMENT) pen.fillRect(0, y, width, GAP);
  pen.fillStyle = colours.head;
  pen.fillRect(0, height * (1 - peak) - PEAK / 2, width, PEAK);
}

/** Draws a meter that lies: its colour goes over from that of low levels to that of high ones. */
export function paintAcross(pen: Pen, { now, peak }: Level, colours: Colours, { width, height }: Size): void {
  const shades = pen.createLinearGradient(0, 0, width, 0);
  [colours.low, colours.mid, colours.high].forEach((colour, i) => {
    shades.addColorStop(i / 2, colour);
  });
  pen.fillStyle = shades;
  pen.fillRect(0, 0, width * now, height);
  pen.fillStyle = colours.head;
  pen.fillRect(width * peak - PEAK / 2, 0, PEAK, height);
}
