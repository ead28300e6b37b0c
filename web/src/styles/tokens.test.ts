import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

const tokensOf = (selector: RegExp) =>
  Object.fromEntries([...(selector.exec(css)?.[1] ?? '').matchAll(/--([\w-]+):\s*oklch\(([^)]+)\)/g)].map((m) => [m[1], m[2]]));

const dark = tokensOf(/\[data-theme=['"]dark['"]\] \{([\s\S]*?)\n {2}\}/);
const light = { ...dark, ...tokensOf(/\[data-theme=['"]light['"]\] \{([\s\S]*?)\n {2}\}/) };

/** Relative luminance of an opaque OKLCH colour, clamped to sRGB. */
function luminance(oklch = ''): number {
  const [l = 0, c = 0, h = 0] = oklch.trim().split(/\s+/).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (v: number) => Math.min(1, Math.max(0, v));
  const red = clamp(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3);
  const green = clamp(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3);
  const blue = clamp(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a?: string, b?: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Text or mark, background, minimum contrast of WCAG 2.2 AA (7 for body text). */
const PAIRS: [string, string, number][] = [
  ['fg', 'bg', 7],
  ['fg', 'surface-3', 4.5],
  ['fg', 'ambient-1', 4.5],
  ['fg-muted', 'bg', 4.5],
  ['fg-muted', 'bg-sunken', 4.5],
  ['fg-muted', 'surface', 4.5],
  ['fg-muted', 'surface-2', 4.5],
  ['fg-faint', 'bg', 4.5],
  ['fg-faint', 'bg-sunken', 4.5],
  ['fg-faint', 'surface', 4.5],
  ['accent-text', 'bg', 4.5],
  ['accent-text', 'bg-sunken', 4.5],
  ['accent-text', 'surface', 4.5],
  ['accent-fg', 'accent', 7],
  ['accent-fg', 'accent-hover', 4.5],
  ['live-fg', 'live', 4.5],
  ['danger', 'bg', 4.5],
  ['danger', 'surface', 4.5],
  ['danger-fg', 'danger', 4.5],
  ['success', 'surface', 4.5],
  ['warning', 'surface', 4.5],
  ['ai', 'surface', 4.5],
  ['provider-suno', 'surface', 4.5],
  ['provider-mubert', 'surface', 4.5],
  ['provider-aiva', 'surface', 4.5],
  ['provider-amper', 'surface', 4.5],
  ['control-line', 'bg', 3],
  ['control-line', 'surface', 3],
  ['focus', 'bg', 3],
  ['focus', 'surface-3', 3],
  ['deck-a', 'bg', 3],
  ['deck-b', 'bg', 3],
];

describe.each([
  ['dark', dark],
  ['light', light],
])('%s', (_, tokens) => {
  it.each(PAIRS)('%s on %s is at least %d:1', (text, ground, least) => {
    expect(tokens[text]).toBeDefined();
    expect(tokens[ground]).toBeDefined();
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(least);
  });
});
