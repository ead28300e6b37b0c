/**
 * Generated cover art: eight motifs in ten palettes, drawn from a seed, so that the same name always looks the same.
 * The result is an SVG data URL, which the browser rasterises once and scrolls like any image.
 * The server draws the same art for playlists, podcasts and other clients (internal/art): change both together.
 */

import { randomFrom } from './random';

/** Background, deep, middle, bright, spark: each a CSS colour. */
type Palette = readonly [string, string, string, string, string];

const PALETTES: readonly Palette[] = [
  ['#3d1d33', '#6d2a4b', '#c23b66', '#f4a873', '#ffe3c2'], // dusk
  ['#0f2f38', '#17525a', '#2a9d98', '#f4745c', '#f6ead7'], // lagoon
  ['#232b1f', '#3f5a2b', '#84a547', '#dfe07a', '#f4efdc'], // meadow
  ['#17203f', '#24408f', '#3f6df0', '#9ed0ff', '#f3f6ff'], // river
  ['#2a1f17', '#5b3f29', '#b0763f', '#e9c27d', '#f7ecd9'], // kiosk
  ['#2b1020', '#7d1f2f', '#d9432f', '#ff9d7a', '#ffe6da'], // lantern
  ['#1b1a2e', '#3b2f63', '#7c5cc4', '#c9a7f5', '#f2eaff'], // violet hour
  ['#101418', '#2c343c', '#5c6873', '#a9b4bd', '#eef1f3'], // static
  ['#2d1c10', '#7a3b12', '#e0711f', '#ffc04d', '#fff0cf'], // ember
  ['#0c2a22', '#125844', '#2aa876', '#b8e08c', '#eefbe0'], // fern
];

const reversed = ([ground, deep, middle, bright, spark]: Palette): Palette => [spark, bright, middle, deep, ground];

type Random = () => number;

/** A number for a text. */
function hashed(text: string): number {
  let hash = 2166136261;
  for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 16777619);
  return hash;
}

const SIZE = 400;
const n = (v: number) => v.toFixed(1);
const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${rx}" fill="${fill}"/>`;
const circle = (cx: number, cy: number, r: number, fill: string, extra = '') =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" fill="${fill}"${extra}/>`;
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const draw = (count: number, shape: (i: number) => string) => range(count).map(shape).join('');

function gradient(from: string, to: string) {
  return `<linearGradient id="g" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** A filled band whose upper edge is a wave. */
function wave(y: number, height: number, phase: number, fill: string, opacity = 1) {
  const points = range(9).map((i) => `${i * 50} ${n(y + Math.sin(i * 0.9 + phase) * height)}`);
  return `<path d="M${points.join(' L')} V400 H0Z" fill="${fill}" opacity="${opacity}" stroke="${fill}" stroke-width="14" stroke-linejoin="round"/>`;
}

/** `onLight`: for the light theme. The palette is the other way round there: the background is its lightest colour. */
type Motif = (p: Palette, random: Random, onLight: boolean) => string;

const sun: Motif = ([ground, deep, middle, bright], random) => {
  const y = 150 + random() * 50;
  return `<defs>${gradient(ground, middle)}</defs>${rect(0, 0, SIZE, SIZE, 'url(#g)')}${circle(120 + random() * 160, y, 80 + random() * 30, bright)}${draw(
    5,
    (i) => wave(232 + i * 36, 9, random() * 6, i % 2 ? middle : deep, 0.94),
  )}`;
};

const tiles: Motif = ([ground, , middle, bright, spark], random) => {
  const side = SIZE / 5;
  return (
    rect(0, 0, SIZE, SIZE, ground) +
    draw(25, (i) => {
      const x = (i % 5) * side;
      const y = Math.floor(i / 5) * side;
      const kind = Math.floor(random() * 5);
      if (kind === 0) return rect(x, y, side, side, middle) + circle(x + side / 2, y + side / 2, side * 0.38, spark);
      if (kind === 1) return `<path d="M${x} ${y}h${side}l${-side} ${side}z" fill="${middle}"/>`;
      if (kind === 2)
        return `${rect(x, y, side, side, middle)}<path d="M${x} ${y}h${side}a${side} ${side} 0 0 1 ${-side} ${side}z" fill="${bright}"/>`;
      return kind === 3 ? rect(x, y, side, side, middle) : '';
    })
  );
};

const record: Motif = ([ground, deep, middle, bright, spark], random) => {
  const turn = random() * 360;
  return `<defs><radialGradient id="g"><stop offset=".1" stop-color="${spark}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${deep}"/></radialGradient></defs>${rect(0, 0, SIZE, SIZE, ground)}${circle(200, 200, 165, 'url(#g)')}<g fill="none" stroke="${ground}" stroke-opacity=".28" transform="rotate(${n(turn)} 200 200)">${draw(14, (i) => `<circle cx="200" cy="200" r="${64 + i * 7}" stroke-dasharray="${n(280 + random() * 500)} ${n(8 + random() * 60)}"/>`)}</g>${circle(200, 200, 52, bright)}${circle(200, 200, 9, ground)}`;
};

const ridges: Motif = ([ground, , , bright, spark], random) =>
  rect(0, 0, SIZE, SIZE, ground) +
  draw(22, (row) => {
    const base = 96 + row * 11.5;
    const points = range(41).map((i) => {
      const middle = Math.exp(-(((i - 20) / 7) ** 2));
      return `${n(50 + i * 7.5)} ${n(base - middle * random() * 62 - random() * 3)}`;
    });
    return `<path d="M${points.join(' L')}" fill="${ground}" stroke="${row % 7 === 3 ? spark : bright}" stroke-width="1.7" stroke-linejoin="round"/>`;
  });

const glow: Motif = ([ground, deep, middle, bright, spark], random) => {
  const colours = [middle, bright, spark, deep];
  const stops = colours
    .map(
      (c, i) =>
        `<radialGradient id="g${i}"><stop stop-color="${c}"/><stop offset="1" stop-color="${c}" stop-opacity="0"/></radialGradient>`,
    )
    .join('');
  return `<defs>${stops}</defs>${rect(0, 0, SIZE, SIZE, ground)}${draw(4, (i) => circle(60 + random() * 280, 60 + random() * 280, 150 + random() * 90, `url(#g${i})`))}`;
};

const bars: Motif = ([ground, , middle, bright, spark], random, onLight) => {
  const light = random() > 0.5 && !onLight;
  return (
    rect(0, 0, SIZE, SIZE, light ? spark : ground) +
    draw(19, (i) => {
      const height = 40 + Math.sin((i / 18) * Math.PI) * 160 * (0.45 + random() * 0.55);
      return rect(43 + i * 17, 200 - height / 2, 8, height, random() > 0.72 ? middle : light ? ground : bright, 4);
    })
  );
};

/** Their sky is light in both themes. */
const hills: Motif = (p, random, onLight) => {
  const [ground, deep, middle, bright, spark] = onLight ? reversed(p) : p;
  const slope = () => 60 + random() * 130;
  const band = (y: number, fill: string) => `<path d="M0 ${n(y)}L400 ${n(y - slope())}V400H0Z" fill="${fill}"/>`;
  return `${rect(0, 0, SIZE, SIZE, spark)}${circle(250 + random() * 90, 90 + random() * 40, 38 + random() * 20, bright)}${band(240, middle)}${band(310, deep)}${band(400, ground)}`;
};

const orbits: Motif = ([ground, deep, middle, bright], random) => {
  const [cx, cy] = [90 + random() * 220, 90 + random() * 220];
  return `${rect(0, 0, SIZE, SIZE, ground)}<g fill="none" stroke-linecap="round">${draw(13, (i) => {
    const r = 22 + i * 24;
    return `<circle cx="${n(cx)}" cy="${n(cy)}" r="${r}" stroke="${[deep, middle, bright][i % 3]}" stroke-width="${n(2 + random() * 8)}" stroke-dasharray="${n(r * (1 + random() * 4))} ${n(r * (0.4 + random()))}"/>`;
  })}</g>${circle(cx, cy, 14, bright)}`;
};

const MOTIFS: readonly Motif[] = [sun, tiles, record, ridges, glow, bars, hills, orbits];

const cache = new Map<string, string>();
const CACHE_SIZE = 500;

/** The art of a seed for a theme, as an SVG data URL. */
export function artOf(seed: string, theme: 'dark' | 'light' = 'dark'): string {
  const name = `${theme} ${seed}`;
  const known = cache.get(name);
  if (known) return known;
  const random = randomFrom(hashed(seed));
  const motif = MOTIFS[Math.floor(random() * MOTIFS.length)] ?? sun;
  const body = motif(paletteOf(seed, theme), random, theme === 'light');
  const url = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${body}</svg>`)}`;
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(name, url);
  return url;
}

/** The colours of a seed's art. The background of the light theme is the lightest. */
export function paletteOf(seed: string, theme: 'dark' | 'light' = 'dark'): Palette {
  const random = randomFrom(hashed(`${seed} colours`));
  const palette = PALETTES[Math.floor(random() * PALETTES.length)] as Palette;
  return theme === 'light' ? reversed(palette) : palette;
}

/** The seed of a track's art: its album, so that one album has one picture. The server uses the same. */
export const seedOf = ({ album, title }: { album?: string; title: string }): string => album || title;
