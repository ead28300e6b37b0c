import { timeOf } from '../beat/grid';
import type { DeckTrack } from '../deck/track';

/** What a track has to be known by to be joined with another one. */
export type Piece = Pick<DeckTrack, 'duration' | 'grid' | 'sections' | 'cues' | 'bpm' | 'camelot' | 'energy' | 'library' | 'id'>;

/** Seconds from the first sound to the last. */
type Span = { from: number; to: number };

/** The energy from which a section counts as full. */
const FULL = 0.5;
/** How far a full section may be from an end of the sound, as a share of the track. */
const SKIPPED = 0.3;

function cueOf({ cues, duration }: Piece, kind: Piece['cues'][number]['kind'], otherwise: number): number {
  return cues.find((cue) => cue.kind === kind && cue.at >= 0 && cue.at <= duration)?.at ?? otherwise;
}

/** Where the sound of a track begins and ends. */
export function heardSpan(piece: Piece): Span {
  const [from, to] = [cueOf(piece, 'start', 0), cueOf(piece, 'end', piece.duration)];
  return to - from < piece.duration / 2 ? { from: 0, to: piece.duration } : { from, to };
}

/** Where the first full section begins and the last one ends; without one near an end of the track, the points to mix at. */
export function fullSpan(piece: Piece): Span {
  const { from: start, to: end } = heardSpan(piece);
  const full = piece.sections.filter(({ energy, start, end }) => energy >= FULL && end > start);
  const within = (at: number) => Math.min(Math.max(at, start), end);
  const skipped = SKIPPED * piece.duration;
  const [first, last] = [full[0]?.start ?? -1, full.at(-1)?.end ?? -1];
  const from = first < start || first > start + skipped ? within(cueOf(piece, 'mix-in', start)) : first;
  const to = last > end || last < end - skipped ? within(cueOf(piece, 'mix-out', end)) : last;
  return to < from ? { from: start, to: end } : { from, to };
}

/** The bars of a track with one steady tempo. Bar 0 is the first one that begins in the track. */
export type Bars = {
  /** Seconds of a bar. */
  length: number;
  meter: number;
  /** The last bar that begins within the sound. */
  last: number;
  at: (bar: number) => number;
  near: (seconds: number) => number;
};

/** The fewest bars that can be mixed. */
const FEWEST = 4;

/** The bars of a track; null without a steady beat. */
export function barsOf(piece: Piece): Bars | null {
  const { grid } = piece;
  const [run] = grid?.runs ?? [];
  if (!grid || !run || grid.runs.length !== 1) return null;
  const length = (grid.meter * 60) / run.bpm;
  const downbeat = timeOf(grid, grid.downbeat % grid.meter);
  const first = downbeat + Math.ceil(Math.max(0, -downbeat) / length) * length;
  const last = Math.floor((heardSpan(piece).to - first) / length + 1e-6);
  if (last < FEWEST) return null;
  return {
    length,
    meter: grid.meter,
    last,
    at: (bar) => first + bar * length,
    near: (seconds) => Math.max(0, Math.min(last, Math.round((seconds - first) / length))),
  };
}
