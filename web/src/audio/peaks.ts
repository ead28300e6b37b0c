import type { Peaks } from '@/api/analysis';

/** One bar of a waveform: the height of each band above the middle, 0 to 1. The lows reach farthest. */
export type Bar = { low: number; mid: number; high: number };

/** Pixels of a bar and of the gap after it. */
const BAR = 2;
const GAP = 1.5;

/** How many bars fit. */
export const barsIn = (width: number): number => Math.max(0, Math.floor((width + GAP) / (BAR + GAP)));

const REACH = { low: 1, mid: 0.78, high: 0.5 };

/** A song as that many bars. The loudest fills the height, so that a quiet song is visible too. */
export function barsOf(peaks: Peaks, count: number): Bar[] {
  const low = loudest(peaks.low, count);
  const mid = loudest(peaks.mid, count);
  const high = loudest(peaks.high, count);
  const most = Math.max(1, ...low, ...mid, ...high);
  const share = (band: number[], i: number, reach: number) => ((band[i] ?? 0) / most) * reach;
  return low.map((_, i) => ({ low: share(low, i, REACH.low), mid: share(mid, i, REACH.mid), high: share(high, i, REACH.high) }));
}

/** The loudest point in each of `count` equal parts of a band. */
function loudest(band: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * band.length) / count);
    const to = Math.max(from + 1, Math.floor(((part + 1) * band.length) / count));
    let most = 0;
    for (let i = from; i < to && i < band.length; i++) most = Math.max(most, band[i] as number);
    return most;
  });
}

/** The colours of the three bands, as CSS colours. */
export type BandColours = Record<keyof Bar, string>;

/** Draws the bars from the lows in the back to the highs in front; silence is a dot. */
export function paintBars(canvas: HTMLCanvasElement, bars: readonly Bar[], colours: BandColours, width: number, height: number): void {
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(scale, scale);
  const step = width / Math.max(1, bars.length);
  for (const band of ['low', 'mid', 'high'] as const) {
    pen.fillStyle = colours[band];
    bars.forEach((bar, i) => {
      const size = Math.max(band === 'low' ? BAR : 0, bar[band] * height);
      if (size >= 1) pen.fillRect(i * step, (height - size) / 2, BAR, size);
    });
  }
}
