import type { GridSegment, Peaks, Sound } from '@/api/analysis';

/** The visible part of a song, in seconds. */
export type View = { from: number; to: number };

/** The peaks of each band in each column of a picture, 0 to 1: low, mid and high one after another. */
export function columns(peaks: Peaks, { from, to }: View, width: number): Float32Array {
  const out = new Float32Array(width * 3);
  const step = ((to - from) * peaks.perSecond) / width;
  [peaks.low, peaks.mid, peaks.high].forEach((band, b) => {
    for (let x = 0; x < width; x++) {
      const first = Math.floor(from * peaks.perSecond + x * step);
      const last = Math.max(first + 1, Math.ceil(from * peaks.perSecond + (x + 1) * step));
      let most = 0;
      for (let i = Math.max(0, first); i < last && i < band.length; i++) most = Math.max(most, band[i] ?? 0);
      out[b * width + x] = most / 255;
    }
  });
  return out;
}

/** The loudest point of a whole song, 0 to 1, so that a quiet song fills its picture too. */
export function loudest({ low, mid, high }: Peaks): number {
  let most = 1;
  for (const band of [low, mid, high]) for (const point of band) if (point > most) most = point;
  return most / 255;
}

/** The beats inside a view. */
export function beatsIn(
  grid: readonly GridSegment[],
  downbeat: number,
  meter: number,
  { from, to }: View,
): { at: number; first: boolean }[] {
  const beats: { at: number; first: boolean }[] = [];
  let before = 0;
  for (const { start, bpm, beats: n } of grid) {
    const period = 60 / bpm;
    const first = Math.max(0, Math.ceil((from - start) / period));
    for (let i = first; i < n && start + i * period <= to; i++) {
      beats.push({ at: start + i * period, first: meter > 0 && (before + i - downbeat) % meter === 0 && before + i >= downbeat });
    }
    before += n;
  }
  return beats;
}

/** An even beat grid of a tempo around the first downbeat, as the server computes it for a corrected one. */
export function respaced({ grid, downbeat }: Sound, bpm: number, meter: number): Pick<Sound, 'grid' | 'downbeat'> {
  const period = 60 / bpm;
  const beats = beatsIn(grid, downbeat, meter, { from: 0, to: Number.POSITIVE_INFINITY });
  const anchor = beats[Math.min(downbeat, beats.length - 1)]?.at ?? 0;
  const before = Math.floor(anchor / period + 1e-9);
  const end = beats.at(-1)?.at ?? anchor;
  const start = anchor - before * period;
  const n = Math.max(1, Math.ceil((end - start) / period + 1));
  return { grid: [{ start, bpm, beats: n }], downbeat: meter > 1 ? before % meter : before };
}

/** Sections for display: consecutive sections with the same name are merged. */
export function joined(sections: Sound['sections']): Sound['sections'] {
  const runs: Sound['sections'] = [];
  for (const section of sections) {
    const last = runs.at(-1);
    if (last?.label === section.label) runs[runs.length - 1] = { ...last, end: section.end, energy: Math.max(last.energy, section.energy) };
    else runs.push(section);
  }
  return runs;
}
