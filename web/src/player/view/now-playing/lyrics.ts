/** One line of synced lyrics: from that second on. */
export type LyricLine = { at: number; text: string };

const STAMP = /\[(\d+):(\d{1,2})(?:[.:](\d{1,3}))?\]/g;
const OFFSET = /^\[offset:\s*([+-]?\d+)\s*\]/im;
const WORD_STAMP = /<\d+:\d{1,2}(?:[.:]\d{1,3})?>/g;

/** The lines of an LRC text in their order. A line may carry several stamps; [offset:ms] shifts them all. */
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

/** The index of the line that is sung at a position; -1 before the first. */
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
