import type { Peaks, SectionLabel, Sound } from '@/api/analysis';
import { t } from '@/i18n/analysis';
import { beatsIn, columns, joined, loudest, type View } from './waveform';

const HEIGHT = 176;
const LABELS = 22; // the strip of the sections
const CUES = 16; // the strip of the cues
const DENSE = 7; // pixels a beat needs to be drawn

/** The colour tokens of the sections; quiet sections are the coolest. */
const SECTION_COLOURS: Record<SectionLabel, string> = {
  intro: '--deck-b',
  verse: '--success',
  build: '--warning',
  drop: '--accent',
  break: '--ai',
  outro: '--deck-b',
};

/** Draws a view of a song in the colours of the page's theme. */
export function paintWaveform(canvas: HTMLCanvasElement, peaks: Peaks, sound: Sound, view: View, width: number): void {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(HEIGHT * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const x = (seconds: number) => ((seconds - view.from) / (view.to - view.from)) * width;
  pen.font = `600 11px ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  paintSections(pen, sound, x, width, colour);
  paintBands(pen, columns(peaks, view, Math.round(width)), Math.round(width), 1 / loudest(peaks), colour);
  paintBeats(pen, sound, view, x, colour);
  paintCues(pen, sound, x, width, colour);
}

type Pen = CanvasRenderingContext2D;
type Colour = (token: string) => string;

function paintSections(pen: Pen, { sections }: Sound, x: (s: number) => number, width: number, colour: Colour) {
  for (const { start, end, label, energy } of joined(sections)) {
    const [left, right] = [Math.max(0, x(start)), Math.min(width, x(end))];
    if (right <= left) continue;
    pen.fillStyle = colour(SECTION_COLOURS[label]);
    pen.globalAlpha = 0.06 + 0.1 * energy;
    pen.fillRect(left, LABELS, right - left, HEIGHT - LABELS - CUES);
    pen.globalAlpha = 0.9;
    pen.fillRect(left, LABELS - 3, Math.max(1, right - left - 1), 3);
    pen.globalAlpha = 1;
    pen.fillStyle = colour('--fg-muted');
    const text = t(`sound.section.${label}`);
    if (pen.measureText(text).width + 8 < right - left) pen.fillText(text, left + 4, (LABELS - 3) / 2);
  }
}

/** The lows in the back, the highs in front, around the middle. */
function paintBands(pen: Pen, bands: Float32Array, width: number, gain: number, colour: Colour) {
  const half = (HEIGHT - LABELS - CUES) / 2;
  const middle = LABELS + half;
  const colours = [colour('--accent'), colour('--deck-b'), colour('--fg')];
  const reach = [1, 0.8, 0.6];
  for (let b = 0; b < 3; b++) {
    pen.fillStyle = colours[b] ?? '';
    pen.globalAlpha = b === 0 ? 0.75 : 0.85;
    for (let x = 0; x < width; x++) {
      const height = (bands[b * width + x] ?? 0) * gain * half * (reach[b] ?? 1);
      if (height >= 0.5) pen.fillRect(x, middle - height, 1, height * 2);
    }
  }
  pen.globalAlpha = 1;
}

function paintBeats(pen: Pen, { grid, downbeat, meter: bar }: Sound, view: View, x: (s: number) => number, colour: Colour) {
  const meter = bar ?? 0;
  const beats = beatsIn(grid, downbeat, meter, view);
  const [first, second] = beats;
  if (!first || !second) return;
  const apart = x(second.at) - x(first.at);
  const every = apart >= DENSE ? 'beat' : apart * Math.max(1, meter) >= DENSE ? 'bar' : 'none';
  pen.fillStyle = colour('--fg');
  for (const beat of every === 'none' ? [] : beats) {
    if (!beat.first && every === 'bar') continue;
    pen.globalAlpha = beat.first ? 0.5 : 0.2;
    pen.fillRect(Math.round(x(beat.at)), LABELS, 1, HEIGHT - LABELS - CUES);
  }
  pen.globalAlpha = 1;
}

function paintCues(pen: Pen, { cues }: Sound, x: (s: number) => number, width: number, colour: Colour) {
  pen.fillStyle = colour('--accent-text');
  cues.forEach(({ at, kind }, i) => {
    const left = Math.round(x(at));
    pen.fillRect(left, HEIGHT - CUES - 6, 2, CUES + 6);
    const text = t(`sound.cue.${kind}`);
    const next = cues[i + 1];
    const end = next ? Math.min(width, x(next.at)) : width;
    if (left + 5 + pen.measureText(text).width < end) pen.fillText(text, left + 5, HEIGHT - CUES / 2);
  });
}
