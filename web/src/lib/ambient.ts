import { paletteOf } from './art';
import { sized } from './images';

/** Hue in degrees and chroma (0 to 0.4) of a colour in OKLCH. */
type Tint = { hue: number; chroma: number };

/** OKLCH of an sRGB pixel, 0 to 255 each. */
export function tintOf(r: number, g: number, b: number): Tint & { light: number } {
  const [lr, lg, lb] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    light: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

const BINS = 24;

/** The dominant hue of RGBA pixels; vivid pixels count more. Grey images give almost no chroma. */
export function dominant(pixels: Uint8ClampedArray): Tint {
  const weight = new Array<number>(BINS).fill(0);
  const chroma = new Array<number>(BINS).fill(0);
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    const tint = tintOf(pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number);
    if (tint.light < 0.12 || tint.light > 0.95) continue;
    const bin = Math.floor((((tint.hue + 360) % 360) / 360) * BINS);
    const w = tint.chroma ** 1.5;
    weight[bin] = (weight[bin] as number) + w;
    chroma[bin] = (chroma[bin] as number) + w * tint.chroma;
  }
  const best = weight.indexOf(Math.max(...weight));
  const total = weight[best] as number;
  return total === 0 ? { hue: 265, chroma: 0.01 } : { hue: ((best + 0.5) * 360) / BINS, chroma: (chroma[best] as number) / total };
}

/** The two light colours of a tint, dark (or, in the light theme, light) enough for text on them to stay readable. */
export function lights({ hue, chroma }: Tint, theme: string): [string, string] {
  const c = Math.min(chroma, theme === 'light' ? 0.06 : 0.11);
  const [l1, l2] = theme === 'light' ? [0.91, 0.94] : [0.36, 0.27];
  return [`oklch(${l1} ${c.toFixed(3)} ${hue.toFixed(0)})`, `oklch(${l2} ${(c * 0.6).toFixed(3)} ${((hue + 300) % 360).toFixed(0)})`];
}

async function pixelsOf(url: string): Promise<Uint8ClampedArray | null> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 24;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, 24, 24);
  return context.getImageData(0, 0, 24, 24).data;
}

const hexTint = (hex: string) => tintOf(...([1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number]));

/** The two light colours of a cover, or of its generated art, in the current theme. */
export async function lightsOf(url: string | null, seed: string): Promise<[string, string]> {
  const pixels = url ? await pixelsOf(sized(url, 96)).catch(() => null) : null;
  const tint = pixels ? dominant(pixels) : hexTint(paletteOf(seed)[2]);
  return lights(tint, document.documentElement.dataset.theme ?? 'dark');
}

let latest = 0;

/** Tints the page with a cover: sets `--ambient-1` and `--ambient-2`. The last call wins, no matter which image loads first. */
export async function lightRoom(url: string | null, seed: string): Promise<void> {
  const call = ++latest;
  const [first, second] = await lightsOf(url, seed);
  if (call !== latest) return;
  const { style } = document.documentElement;
  style.setProperty('--ambient-1', first);
  style.setProperty('--ambient-2', second);
}
