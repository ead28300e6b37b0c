import { barsIn, barsOf } from '@/audio/peaks';
import type { Colours, Pictured, Scene, Size } from './scene';
import { type Pen, paper } from './tiles';

/** The heights of the strip of sections and of a cue's flag, in CSS pixels. */
const [STRIP, FLAG] = [3, 7];

/** The picture of a whole track, without what moves on it. */
export function overviewOf(track: Pictured, colours: Colours, { width, height, scale }: Size) {
  const made = paper(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = made.getContext('2d') as Pen | null;
  if (!pen) return made;
  pen.scale(scale, scale);
  const room = height - 2 * STRIP - 2;
  const bars = track.peaks ? barsOf(track.peaks, barsIn(width)) : [];
  const step = width / Math.max(1, bars.length);
  for (const band of ['low', 'mid', 'high'] as const) {
    pen.fillStyle = colours[band];
    bars.forEach((bar, i) => {
      const size = Math.max(band === 'low' ? 2 : 0, bar[band] * room);
      if (size >= 1) pen.fillRect(i * step, STRIP + 1 + (room - size) / 2, 2, size);
    });
  }
  for (const { start, end, label } of track.sections) {
    pen.fillStyle = colours.sections[label];
    const x = xOf(start, track, width);
    pen.fillRect(x, height - STRIP, Math.max(1, xOf(end, track, width) - x - 1), STRIP);
  }
  return made;
}

const xOf = (seconds: number, { duration }: Pictured, width: number) => (seconds / Math.max(1, duration)) * width;

/** Draws what moves over the picture: loop, the played part, cues and the playhead. */
export function paintOver(
  pen: Pen,
  { track, marks }: Scene & { track: Pictured },
  colours: Colours,
  { width, height }: Size,
  position: number,
) {
  const x = (seconds: number) => xOf(seconds, track, width);
  pen.fillStyle = colours.faded;
  pen.fillRect(0, 0, x(position), height);
  const { loop, cue, hotCues } = marks;
  if (loop) {
    pen.fillStyle = colours.loop;
    pen.fillRect(x(loop.from), 0, Math.max(2, x(loop.to) - x(loop.from)), height);
  }
  for (const { at, colour } of hotCues) {
    pen.fillStyle = colour || colours.cue;
    pen.fillRect(x(at) - 1, 0, 2, height - STRIP);
    pen.fillRect(x(at) - 1, 0, 7, FLAG);
  }
  if (cue !== null) {
    pen.fillStyle = colours.cue;
    pen.beginPath();
    pen.moveTo(x(cue) - 5, height);
    pen.lineTo(x(cue), height - 8);
    pen.lineTo(x(cue) + 5, height);
    pen.fill();
  }
  pen.fillStyle = colours.head;
  pen.fillRect(x(position) - 1, 0, 2, height);
}
