import type { Peaks, SectionLabel } from '@/api/analysis';
import type { Grid } from '../beat/grid';
import type { Loop } from '../deck/loop';

/** What the waveforms, meters and records show. The page tells the painter, usually in a worker, in messages of these shapes. */

/** A track as waveforms show it. */
export type Pictured = {
  /** Seconds. */
  duration: number;
  grid: Grid | null;
  peaks: Peaks | null;
  sections: readonly { start: number; end: number; label: SectionLabel }[];
};

/** A cue: where, what its flag says, and its CSS colour; an empty colour is that of cues in general. */
type Mark = { at: number; label: string; colour: string };

/** What people place on a track. */
export type Marks = { cue: number | null; hotCues: readonly Mark[]; loop: Loop | null; loopIn: number | null };

/** A movement: at `at` (ms since 1970) a deck is at `position`, and moves by `speed` seconds of the track per second. */
export type Movement = { at: number; position: number; speed: number; loop: Loop | null };

/** A deck. `rate` is the speed that its pitch sets: it stretches the waveform, so that beats that sound together stand together. */
export type Scene = { track: Pictured | null; marks: Marks; movement: Movement; rate: number };

/** CSS colours. `ground` is what canvases stand on, and `mid` marks a record; `faded` covers the played part of an overview; `line` separates a meter's segments. */
export type Colours = Record<
  'ground' | 'low' | 'mid' | 'high' | 'line' | 'downbeat' | 'cue' | 'loop' | 'text' | 'head' | 'faded' | 'plate',
  string
> & {
  sections: Record<SectionLabel, string>;
};

/** What a canvas shows: decks under one playhead, the whole track or the record of one deck, or a level, upright or across. */
export type View =
  | { kind: 'lanes'; decks: readonly number[] }
  | { kind: 'overview'; deck: number }
  | { kind: 'record'; deck: number }
  | { kind: 'meter'; across: boolean };

/** What a meter shows: the level and its latest peak, as shares of its length from 0 to 1. */
export type Level = { now: number; peak: number };

/** The size of a canvas in CSS pixels, and device pixels per CSS pixel. */
export type Size = { width: number; height: number; scale: number };

/** How all canvases are drawn: seconds on either side of the playhead, whether pages turn instead of scrolling, and whether anybody looks. */
export type Manner = { reach: number; paged: boolean; shown: boolean };

/** The names of sections, in the person's language. */
export type Names = Record<SectionLabel, string>;

/** A canvas that draws, in a worker or on the page. */
export type Surface = OffscreenCanvas | HTMLCanvasElement;

export type ToPainter =
  | { kind: 'add'; id: number; view: View; canvas: Surface }
  | { kind: 'remove'; id: number }
  | { kind: 'size'; id: number; size: Size }
  /** A lane view has the colours of each of its decks. */
  | { kind: 'colours'; id: number; colours: readonly Colours[] }
  | { kind: 'level'; id: number; level: Level }
  /** The picture on a record: a square. */
  | { kind: 'picture'; id: number; picture: ImageBitmap | null }
  | { kind: 'track'; deck: number; track: Pictured | null }
  | { kind: 'marks'; deck: number; marks: Marks }
  | { kind: 'movement'; deck: number; movement: Movement; rate: number }
  | { kind: 'manner'; manner: Manner; names: Names };

export const NO_MARKS: Marks = { cue: null, hotCues: [], loop: null, loopIn: null };
export const STILL: Movement = { at: 0, position: 0, speed: 0, loop: null };

/** The position of a deck at a time (ms since 1970), in seconds of its track. */
export function placeAt({ at, position, speed, loop }: Movement, now: number, duration: number): number {
  const gone = position + (Math.max(0, now - at) / 1000) * speed;
  if (loop && speed > 0 && position < loop.to && gone >= loop.to) return loop.from + ((gone - loop.from) % (loop.to - loop.from));
  return Math.max(0, Math.min(gone, duration));
}
