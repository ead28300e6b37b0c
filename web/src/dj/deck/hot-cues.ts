import type { SectionLabel, Sound } from '@/api/analysis';
import type { DeckTrack } from './track';

const HOT_CUES = 8;
/** Seconds of each hot cue; null for none. */
export type HotCues = readonly (number | null)[];
/** What a hot cue is called, and its colour as #rrggbb; both may be empty. */
export type CueLabel = { name: string; color: string };

export const NO_HOT_CUES: HotCues = Array.from({ length: HOT_CUES }, () => null);
export const NO_LABEL: CueLabel = { name: '', color: '' };
export const NO_LABELS: readonly CueLabel[] = NO_HOT_CUES.map(() => NO_LABEL);

/** The colours that people choose from; the players of the large makers have similar ones. */
export const CUE_COLORS = ['#e5484d', '#f0801a', '#e8c012', '#46b450', '#12a594', '#3b82f6', '#8e5cf0', '#d6409f'] as const;

export type Memory = { get: (key: string) => string | null; set: (key: string, value: string) => void; remove: (key: string) => void };

/** What a point of the analysis is. */
export type PointKind = Sound['cues'][number]['kind'] | SectionLabel;

/** The points, the most useful first; the sections of the track fill what is left. */
const CUES = ['mix-in', 'drop', 'break', 'mix-out', 'start', 'end'] as const;
const SECTIONS = ['drop', 'break', 'outro', 'build', 'verse', 'intro'] as const;

const COLORS: Record<PointKind, (typeof CUE_COLORS)[number]> = {
  start: '#46b450',
  intro: '#46b450',
  'mix-in': '#12a594',
  verse: '#e8c012',
  build: '#f0801a',
  drop: '#e5484d',
  break: '#3b82f6',
  'mix-out': '#8e5cf0',
  outro: '#8e5cf0',
  end: '#d6409f',
};

/** Seconds below which two points count as one. */
const APART = 0.5;

type Cued = { hotCues: HotCues; cueLabels: readonly CueLabel[] };

/** The hot cues with points of the analysis in the free places, sorted by time and labelled; what is set stays as it is. */
export function smartCues(
  { hotCues, cueLabels }: Cued,
  { cues, sections }: Pick<DeckTrack, 'cues' | 'sections'>,
  name: (kind: PointKind) => string,
): Cued {
  const points = [
    ...[...cues].sort((a, b) => CUES.indexOf(a.kind) - CUES.indexOf(b.kind)),
    ...sections.map(({ start, label }) => ({ at: start, kind: label })).sort((a, b) => SECTIONS.indexOf(a.kind) - SECTIONS.indexOf(b.kind)),
  ];
  const free = hotCues.flatMap((at, i) => (at === null ? [i] : []));
  const chosen: typeof points = [];
  for (const point of points) {
    const isTaken = [...hotCues, ...chosen.map(({ at }) => at)].some((at) => at !== null && Math.abs(at - point.at) < APART);
    if (!isTaken && chosen.length < free.length) chosen.push(point);
  }
  chosen.sort((a, b) => a.at - b.at);
  const placed = new Map(chosen.map((point, i) => [free[i], point]));
  return {
    hotCues: hotCues.map((at, i) => placed.get(i)?.at ?? at),
    cueLabels: cueLabels.map((label, i) => {
      const point = placed.get(i);
      return point ? { name: name(point.kind), color: COLORS[point.kind] } : label;
    }),
  };
}
