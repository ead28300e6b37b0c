import type { Peaks } from '@/api/analysis';
import type { Colours, Surface } from './scene';

/** The distance between the bars of the waveform and the width of a bar, in CSS pixels. */
const [STEP, BAR] = [3, 2];
/** Bars in a picture. */
const BARS = 128;
const WIDTH = BARS * STEP;
/** Pictures that are kept: a lane shows at most a dozen. */
const KEPT = 24;
/** The share of the height that the loudest point takes, and how far each band reaches of it. */
const FULL = 0.92;
const BANDS = [
  ['low', 1],
  ['mid', 0.8],
  ['high', 0.55],
] as const;

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How a waveform looks: pixels per second of the track, the height, and device pixels per pixel. */
type Look = { peaks: Peaks; perSecond: number; height: number; scale: number; colours: Colours };

/** The loudest point of a track, so that a quiet one fills its lane too. */
function loudestOf({ low, mid, high }: Peaks): number {
  let most = 1;
  for (const band of [low, mid, high]) for (const point of band) if (point > most) most = point;
  return most;
}

/**
 * The waveform of a lane in pictures that are drawn once and moved afterwards, because drawing a thousand bars for each frame would
 * take most of its time. A bar is fixed to the sound: it moves with it instead of flickering.
 */
export class Tiles {
  #look: Look | null = null;
  #most = 1;
  readonly #pictures = new Map<number, Surface>();

  /** Draws the waveform so that the start of the track is at `x0`. */
  draw(pen: Pen, look: Look, x0: number, top: number, width: number): void {
    this.#see(look);
    const last = Math.floor((width - x0) / WIDTH);
    for (let n = Math.max(0, Math.floor(-x0 / WIDTH)); n <= last; n++) {
      if ((n * WIDTH) / look.perSecond > look.peaks.low.length / look.peaks.perSecond) return; // after the end
      const x = Math.round((x0 + n * WIDTH) * look.scale) / look.scale; // between two pixels, bars would blur
      pen.drawImage(this.#picture(n, look), x, top, WIDTH, look.height);
    }
  }

  /** Forgets the pictures of another look. */
  #see(look: Look) {
    const old = this.#look;
    if (old?.peaks !== look.peaks) this.#most = loudestOf(look.peaks);
    if (!old || (Object.keys(look) as (keyof Look)[]).some((key) => old[key] !== look[key])) this.#pictures.clear();
    this.#look = look;
  }

  #picture(n: number, look: Look): Surface {
    const known = this.#pictures.get(n);
    if (known) return known;
    const made = paper(Math.ceil(WIDTH * look.scale), Math.ceil(look.height * look.scale));
    const pen = made.getContext('2d') as Pen | null;
    if (pen) paintBars(pen, look, n * BARS, this.#most);
    if (this.#pictures.size >= KEPT) this.#pictures.delete(this.#pictures.keys().next().value as number);
    this.#pictures.set(n, made);
    return made;
  }
}

/** A canvas that nobody sees. */
export function paper(width: number, height: number): Surface {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function paintBars(pen: Pen, { peaks, perSecond, height, scale, colours }: Look, first: number, most: number) {
  pen.scale(scale, scale);
  const perBar = (STEP / perSecond) * peaks.perSecond;
  const room = (height * FULL) / most;
  for (const [band, share] of BANDS) {
    pen.fillStyle = colours[band];
    for (let n = 0; n < BARS; n++) {
      const size = loudestIn(peaks[band], (first + n) * perBar, (first + n + 1) * perBar) * room * share;
      if (size >= 0.5) pen.fillRect(n * STEP, (height - size) / 2, BAR, size);
    }
  }
}

function loudestIn(points: Uint8Array, from: number, to: number): number {
  let most = 0;
  const end = Math.min(points.length, Math.max(Math.floor(from) + 1, Math.floor(to)));
  for (let i = Math.max(0, Math.floor(from)); i < end; i++) most = Math.max(most, points[i] as number);
  return most;
}
