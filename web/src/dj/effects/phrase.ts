import type { Sound } from '@/api/analysis';
import { beatAt, type Grid } from '../beat/grid';

/** Bars of a phrase. */
const BARS = 8;

/** What is known about the form of a track. */
export type Form = { grid: Grid; sections: Sound['sections'] };

/** The number of the downbeat that is closest to a beat. */
export const nearestDownbeat = ({ downbeat, meter }: Grid, beat: number) => downbeat + Math.round((beat - downbeat) / meter) * meter;

/**
 * The first beat after `beat` on which a phrase ends. A phrase has eight bars, counted from the start of its section; the next
 * section begins a new one.
 */
export function phraseEnd({ grid, sections }: Form, beat: number): number {
  const starts = sections.map(({ start }) => nearestDownbeat(grid, beatAt(grid, start)));
  const begin = starts.filter((start) => start <= beat).at(-1) ?? grid.downbeat;
  const length = BARS * grid.meter;
  const next = begin + (Math.floor((beat - begin) / length) + 1) * length;
  const cut = starts.find((start) => start > beat);
  return cut === undefined ? next : Math.min(cut, next);
}

/** The first and the last beat of an effect that ends with a phrase: this one, or the next if too little of it is left. */
export function untilPhraseEnd(form: Form, beat: number, beats: number): { from: number; to: number } {
  const first = phraseEnd(form, beat);
  const to = first - beat < Math.min(beats, form.grid.meter) ? phraseEnd(form, first) : first;
  return { from: Math.max(to - beats, Math.ceil(beat)), to };
}
