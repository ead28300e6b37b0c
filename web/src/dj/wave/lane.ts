import { beatAt, type Grid, isDownbeat, timeOf } from '../beat/grid';
import type { Colours, Manner, Marks, Names, Pictured, Scene } from './scene';
import type { Pen, Tiles } from './tiles';

/** The minimum distance of beats and of bar numbers, in pixels, at which they are drawn. */
const [TIGHT, ROOMY] = [7, 44];
const FONT = '600 10px system-ui, sans-serif';
/** The heights of a flag and of the strip of sections. */
const [FLAG, STRIP] = [14, 3];

/** Where a lane is drawn, and what is at its middle. */
export type Lane = { pen: Pen; colours: Colours; top: number; width: number; height: number; scale: number; position: number; x: number };

/** Pixels per second of the track. */
const perSecond = (width: number, reach: number, rate: number) => width / 2 / (reach * rate);

/** The seconds of the track that a distance on the screen stands for. */
export const secondsOf = (pixels: number, width: number, { reach }: Pick<Manner, 'reach'>, rate: number) =>
  pixels / perSecond(width, reach, rate);

/** The number of the bar that a downbeat begins, from 1. */
export const barOf = ({ downbeat, meter }: Grid, beat: number): number => Math.floor((beat - downbeat) / meter) + 1;

/** Draws a lane: loop, beats, waveform, sections and cues. The place that plays is at `x`. */
export function paintLane(lane: Lane, { track, marks, rate }: Scene, { reach }: Manner, names: Names, tiles: Tiles): void {
  if (!track) return;
  const { pen, colours, top, width, height, scale, position, x } = lane;
  const zoom = perSecond(width, reach, rate);
  const x0 = x - position * zoom;
  const xAt = (seconds: number) => Math.round((x0 + seconds * zoom) * scale) / scale;
  const seen = { from: Math.max(0, -x0 / zoom), to: Math.min(track.duration, (width - x0) / zoom) };
  pen.font = FONT;
  pen.textBaseline = 'middle';
  if (marks.loop) paintLoop(lane, xAt(marks.loop.from), xAt(marks.loop.to));
  if (track.grid) paintBeats(lane, track.grid, seen, zoom, xAt);
  if (track.peaks) tiles.draw(pen, { peaks: track.peaks, perSecond: zoom, height, scale, colours }, x0, top, width);
  paintSections(lane, track, names, seen, xAt);
  for (const x of [0, track.duration]) fill(pen, colours.downbeat, xAt(x) - 1, top, 1, height);
  paintMarks(lane, marks, xAt);
}

function fill(pen: Pen, colour: string, x: number, y: number, width: number, height: number) {
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
}

function paintLoop({ pen, colours, top, height }: Lane, from: number, to: number) {
  fill(pen, colours.loop, from, top, to - from, height);
  for (const x of [from, to]) fill(pen, colours.mid, x - 1, top, 2, height);
}

type Seen = { from: number; to: number };
type XAt = (seconds: number) => number;

function paintBeats({ pen, colours, top, height }: Lane, grid: Grid, seen: Seen, zoom: number, xAt: XAt) {
  const last = Math.floor(beatAt(grid, seen.to));
  const first = Math.ceil(beatAt(grid, seen.from));
  const beat = (timeOf(grid, first + 1) - timeOf(grid, first)) * zoom;
  // Numbers stand at every bar, or at every second, fourth, eighth…
  let every = 1;
  while (beat * grid.meter * every < ROOMY) every *= 2;
  for (let n = first; n <= last; n++) {
    const starts = isDownbeat(grid, n);
    if (!starts && beat < TIGHT) continue;
    const x = xAt(timeOf(grid, n));
    fill(pen, starts ? colours.downbeat : colours.line, x, top, 1, height);
    const bar = barOf(grid, n);
    if (!starts || (bar - 1) % every !== 0) continue;
    pen.fillStyle = colours.text;
    pen.fillText(String(bar), x + 4, top + height - STRIP - 7);
  }
}

function paintSections({ pen, colours, top, width, height }: Lane, { sections }: Pictured, names: Names, seen: Seen, xAt: XAt) {
  for (const { start, end, label } of sections) {
    if (end <= seen.from || start >= seen.to) continue;
    const [from, to] = [Math.max(0, xAt(start)), Math.min(width, xAt(end))];
    fill(pen, colours.sections[label], from, top + height - STRIP, Math.max(0, to - from - 1), STRIP);
    // The name stays in sight, beside the bar numbers.
    const text = names[label];
    const x = Math.min(Math.max(xAt(start) + 28, 10), to - pen.measureText(text).width - 6);
    if (x < from) continue;
    fill(pen, colours.plate, x - 4, top + height - STRIP - 15, pen.measureText(text).width + 8, 14);
    pen.fillStyle = colours.sections[label];
    pen.fillText(text, x, top + height - STRIP - 7);
  }
}

function paintMarks({ pen, colours, top, height }: Lane, { cue, hotCues, loopIn, loop }: Marks, xAt: XAt) {
  if (loopIn !== null && !loop) fill(pen, colours.mid, xAt(loopIn) - 1, top, 2, height);
  if (cue !== null) {
    const x = xAt(cue);
    fill(pen, colours.cue, x - 1, top, 2, height);
    pen.beginPath();
    pen.moveTo(x - 6, top + height);
    pen.lineTo(x, top + height - 9);
    pen.lineTo(x + 6, top + height);
    pen.fill();
  }
  for (const { at, label, colour } of hotCues) {
    const x = xAt(at);
    fill(pen, colour || colours.cue, x - 1, top, 2, height);
    pen.fillRect(x - 1, top, pen.measureText(label).width + 9, FLAG);
    pen.fillStyle = colours.plate;
    pen.fillText(label, x + 3, top + FLAG / 2 + 0.5);
  }
}
