import type { GridSegment } from '@/api/analysis';
import type { Grid } from './grid';

/** The runs of a grid as the server keeps them: each with its number of beats, up to the next run or the end of the track. */
export const segmentsOf = ({ runs }: Grid, duration: number): GridSegment[] =>
  runs.map(({ first, start, bpm }, i) => ({
    start,
    bpm,
    beats: Math.max(1, (runs[i + 1]?.first ?? first + Math.floor(((duration - start) * bpm) / 60 + 1e-6) + 1) - first),
  }));
