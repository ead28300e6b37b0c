import type { components } from '@/api/schema';
import { type Grid, gridOf } from '../beat/grid';
import { segmentsOf } from '../beat/segments';
import type { DeckState } from '../deck/deck-state';
import { NO_LABEL, NO_LABELS } from '../deck/hot-cues';
import { MAX_SAVED } from '../deck/loop';

/** What a person keeps for a track on the desk. Times are in seconds. */
export type Marks = components['schemas']['Marks'];
/** Characters of the name of a hot cue or loop. */
export const MAX_NAME = 40;

export const NO_MARKS: Marks = { cue: null, hotCues: [], loops: [], grid: null };

export const isEmpty = ({ cue, hotCues, loops, grid }: Marks): boolean =>
  cue === null && hotCues.length === 0 && loops.length === 0 && grid === null;

/** The parts of a deck's state that are marks. */
export type Marked = Pick<DeckState, 'keptCue' | 'hotCues' | 'cueLabels' | 'savedLoops' | 'ownGrid'>;

export const markedOf = ({ keptCue, hotCues, cueLabels, savedLoops, ownGrid }: DeckState): Marked => ({
  keptCue,
  hotCues,
  cueLabels,
  savedLoops,
  ownGrid,
});

/** Whether nothing has been marked since. */
export const isSame = (a: Marked, b: Marked): boolean => Object.keys(a).every((key) => a[key as keyof Marked] === b[key as keyof Marked]);

/** Seconds by which a mark may be behind the end of its track, as on the server. */
const SLACK = 1;

/** The marks as a deck has them, without those behind the end of a file that was shortened: the server would refuse all of them. */
export function toDeck(
  { cue: at, hotCues: all, loops, grid }: Marks,
  duration = Number.POSITIVE_INFINITY,
): Marked & Pick<DeckState, 'cue'> {
  const fits = (seconds: number) => seconds <= duration + SLACK;
  const cue = at !== null && fits(at) ? at : null;
  const hotCues = all.filter((mark) => fits(mark.at));
  const of = <T>(take: (mark: Marks['hotCues'][number]) => T, none: T) =>
    NO_LABELS.map((_, slot) => {
      const mark = hotCues.find((one) => one.slot === slot);
      return mark ? take(mark) : none;
    });
  return {
    cue,
    keptCue: cue,
    hotCues: of<number | null>(({ at }) => at, null),
    cueLabels: of(({ name, color }) => ({ name, color }), NO_LABEL),
    savedLoops: loops.filter(({ to }) => fits(to)),
    ownGrid: grid && gridOf({ ...grid, grid: grid.segments }),
  };
}

/** The marks of a deck, for a track of a length in seconds. */
export function fromDeck({ keptCue, hotCues, cueLabels, savedLoops, ownGrid }: Marked, duration: number): Marks {
  return {
    cue: keptCue,
    hotCues: hotCues.flatMap((at, slot) => (at === null ? [] : [{ slot, at, ...(cueLabels[slot] ?? NO_LABEL) }])),
    loops: [...savedLoops],
    grid: ownGrid && gridMark(ownGrid, duration),
  };
}

const gridMark = (grid: Grid, duration: number): NonNullable<Marks['grid']> => ({
  segments: segmentsOf(grid, duration),
  downbeat: grid.downbeat,
  meter: grid.meter,
});

/** Both marks: those of `first` win, the others take what is free. */
export function merged(first: Marks, second: Marks): Marks {
  const taken = new Set(first.hotCues.map(({ slot }) => slot));
  const isNew = ({ from, to }: Marks['loops'][number]) => first.loops.every((loop) => loop.from !== from || loop.to !== to);
  return {
    cue: first.cue ?? second.cue,
    hotCues: [...first.hotCues, ...second.hotCues.filter(({ slot }) => !taken.has(slot))].sort((a, b) => a.slot - b.slot),
    loops: [...first.loops, ...second.loops.filter(isNew)].slice(0, MAX_SAVED),
    grid: first.grid ?? second.grid,
  };
}
