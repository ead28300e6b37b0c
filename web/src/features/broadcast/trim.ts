import { longTime } from '@/lib/format';

/** The seconds of a time such as 1:02:03, 2:03 or 63; undefined if it cannot be parsed. */
export function secondsOf(text: string): number | undefined {
  const parts = text.trim().split(':');
  if (parts.length > 3 || parts.some((part) => !/^\d{1,5}$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

const LEAST = 1; // seconds that have to remain

/** Moves an end of the trim; at least a second remains. */
export function moved(trim: { from: number; to: number }, end: 'from' | 'to', seconds: number, duration: number) {
  if (end === 'from') return { ...trim, from: Math.max(0, Math.min(seconds, trim.to - LEAST)) };
  return { ...trim, to: Math.min(duration, Math.max(seconds, trim.from + LEAST)) };
}

type Entry = { seconds: number; artist: string; title: string; trackId?: string | null };

/** A tracklist as text: one line per track, starting with its time. */
export const listText = (list: readonly Entry[]) =>
  list.map(({ seconds, artist, title }) => `${longTime(seconds)} ${[artist, title].filter(Boolean).join(' – ')}`).join('\n');

/** Parses such a text. An unchanged line keeps its track; returns the first invalid line. */
export function parseList(text: string, before: readonly Entry[]): { list: Entry[]; wrong?: string } {
  const known = new Map(before.map((entry) => [listText([entry]), entry]));
  const list: Entry[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const same = known.get(line);
    const found = /^(\d[\d:]*)\s+(.+)$/.exec(line);
    const seconds = secondsOf(found?.[1] ?? '');
    if (!same && (!found || seconds === undefined)) return { list, wrong: line };
    list.push(same ?? entryOf(seconds ?? 0, found?.[2] ?? '', before));
  }
  return { list };
}

function entryOf(seconds: number, name: string, before: readonly Entry[]): Entry {
  const [artist, ...rest] = name.split(' – ');
  const entry = rest.length > 0 ? { artist: artist ?? '', title: rest.join(' – ') } : { artist: '', title: name };
  const track = before.find((one) => one.artist === entry.artist && one.title === entry.title)?.trackId;
  return { seconds, ...entry, ...(track && { trackId: track }) };
}
