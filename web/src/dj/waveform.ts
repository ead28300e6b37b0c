import type { Peaks } from '@/api/analysis';
import { beatAt, isDownbeat, timeOf } from './grid';
import type { Loop } from './loop';
import type { DeckTrack } from './track';

/** CSS colours of a lane. */
export type LaneColours = { low: string; mid: string; high: string; line: string; downbeat: string; cue: string; loop: string };

export type Lane = {
  track: DeckTrack | null;
  /** Seconds of the track under the playhead. */
  position: number;
  /** Seconds of the track that play per second. */
  rate: number;
  cue: number | null;
  hotCues: readonly (number | null)[];
  loop: Loop | null;
};

/** Seconds on either side of the playhead. */
const REACH = 4;
/** The distance between the bars of the waveform and the width of a bar, in pixels. */
const [STEP, BAR] = [3, 2];
/** The share of the height that a full-scale point of the low band takes. */
const FULL = 0.92;
/** The minimum distance of beats, in pixels, at which their lines are drawn. */
const TIGHT = 8;

/** The seconds of the track at a pixel of a lane. */
export const secondsAt = (lane: Pick<Lane, 'position' | 'rate'>, x: number, width: number) =>
  lane.position + ((x - width / 2) / (width / 2)) * REACH * lane.rate;

/** Draws a lane: loop, beats, waveform and cues. The playing place is in the middle. */
export function paintLane(
  pen: CanvasRenderingContext2D,
  lane: Lane,
  colours: LaneColours,
  top: number,
  width: number,
  height: number,
): void {
  const { track, position, rate } = lane;
  if (!track) return;
  const scale = width / 2 / (REACH * rate); // pixels per second of the track
  const xAt = (seconds: number) => width / 2 + (seconds - position) * scale;
  if (lane.loop) fill(pen, colours.loop, xAt(lane.loop.from), top, (lane.loop.to - lane.loop.from) * scale, height);
  paintBeats(pen, track, colours, position - REACH * rate, position + REACH * rate, xAt, top, height);
  if (track.peaks) paintPeaks(pen, track.peaks, colours, position, scale, top, width, height);
  for (const at of [lane.cue, ...lane.hotCues]) if (at !== null) fill(pen, colours.cue, xAt(at) - 1, top, 2, height);
}

function fill(pen: CanvasRenderingContext2D, colour: string, x: number, y: number, width: number, height: number) {
  pen.fillStyle = colour;
  pen.fillRect(x, y, width, height);
}

function paintBeats(
  pen: CanvasRenderingContext2D,
  { grid, duration }: DeckTrack,
  colours: LaneColours,
  from: number,
  to: number,
  xAt: (seconds: number) => number,
  top: number,
  height: number,
) {
  if (!grid) return;
  const last = Math.floor(beatAt(grid, Math.min(to, duration)));
  for (let beat = Math.ceil(beatAt(grid, Math.max(0, from))); beat <= last; beat++) {
    const x = Math.round(xAt(timeOf(grid, beat)));
    const isFirst = isDownbeat(grid, beat);
    if (!isFirst && Math.abs(xAt(timeOf(grid, beat + 1)) - x) < TIGHT) continue;
    fill(pen, isFirst ? colours.downbeat : colours.line, x, top, 1, height);
  }
}

/** Draws the waveform. Its bars are fixed to the sound: they move with it instead of flickering. */
function paintPeaks(
  pen: CanvasRenderingContext2D,
  peaks: Peaks,
  colours: LaneColours,
  position: number,
  scale: number,
  top: number,
  width: number,
  height: number,
) {
  const perBar = (STEP / scale) * peaks.perSecond;
  const first = Math.floor((position - width / 2 / scale) * (scale / STEP));
  const count = Math.ceil(width / STEP) + 1;
  const x0 = width / 2 - position * scale;
  const room = (height * FULL) / 255;
  for (const [band, share] of [
    ['low', 1],
    ['mid', 0.8],
    ['high', 0.55],
  ] as const) {
    const points = peaks[band];
    pen.fillStyle = colours[band];
    for (let n = first; n < first + count; n++) {
      const size = loudest(points, n * perBar, (n + 1) * perBar) * room * share;
      if (size >= 0.5) pen.fillRect(x0 + n * STEP, top + (height - size) / 2, BAR, size);
    }
  }
}

function loudest(points: Uint8Array, from: number, to: number): number {
  let most = 0;
  const end = Math.min(points.length, Math.max(Math.floor(from) + 1, Math.floor(to)));
  for (let i = Math.max(0, Math.floor(from)); i < end; i++) most = Math.max(most, points[i] as number);
  return most;
}
