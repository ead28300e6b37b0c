import type { Colours, Size } from './scene';
import { type Pen, paper } from './tiles';

/** Seconds of the track in a turn: 33 turns and a third in a minute. */
export const TURN = 1.8;
/** Positions of a record in a turn: about thirty in a second. */
const STEPS = 54;
/** The share of the width that the picture takes, and the mark at the edge: its place, length and width in CSS pixels. */
const PICTURE = 0.58;
const MARK = { top: 6, length: 12, width: 2 };

/** The position of a record at a place of its track, 0 to 53. */
export const stepAt = (seconds: number): number => Math.floor(((seconds / TURN) % 1) * STEPS);

/** The record that turns: its picture, if it has one, and its mark. */
export function recordOf(picture: ImageBitmap | null, colours: Colours, { width, height, scale }: Size) {
  const made = paper(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = made.getContext('2d') as Pen | null;
  if (!pen) return made;
  pen.scale(scale, scale);
  pen.fillStyle = colours.mid;
  pen.fillRect((width - MARK.width) / 2, MARK.top, MARK.width, MARK.length);
  if (!picture) return made;
  const across = width * PICTURE;
  pen.beginPath();
  pen.arc(width / 2, height / 2, across / 2, 0, 2 * Math.PI);
  pen.clip();
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (width - across) / 2, (height - across) / 2, across, across);
  return made;
}

/** Draws a record at a position. */
export function paintRecord(pen: Pen, record: CanvasImageSource, step: number, { width, height }: Size): void {
  pen.translate(width / 2, height / 2);
  pen.rotate((step / STEPS) * 2 * Math.PI);
  pen.drawImage(record, -width / 2, -height / 2, width, height);
}
