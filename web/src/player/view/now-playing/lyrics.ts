/** A line of synced lyrics, with the second at which it starts. */
export type LyricLine = { at: number; text: string };

const STAMP = /\[(\d+):(\d{1,2})(?:[.:](\d{1,3}))?\]/g;
const OFFSET = /^\[offset:\s*([+-]?\d+)\s*\]/im;
const WORD_STAMP = /<\d+:\d{1,2}(?:[.:]\d{1,3})?>/g;

/** The lines of an LRC text in order. A line can have several timestamps; [offset:ms] shifts them all. */
export function parseLrc(text: string): LyricLine[] {
  const offset = Number(OFFSET.exec(text)?.[1] ?? 0) / 1000;
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const stamps = [...line.matchAll(STAMP)];
    const words = line.replace(STAMP, '').replace(WORD_STAMP, '').trim();
    return stamps.map(([, minutes, seconds, fraction]) => ({
      at: Math.max(0, Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction ?? 0}`) - offset),
      text: words,
    }));
  });
  return lines.sort((a, b) => a.at - b.at);
}

/** The index of the current line at a position; -1 before the first. */
export function lineAt(lines: readonly LyricLine[], position: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as LyricLine).at <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
