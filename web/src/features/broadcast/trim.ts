import { longTime } from '@/lib/format';

/** Seconds of what a time field says, such as 1:02:03, 2:03 or 63; undefined for what is none. */
export function secondsOf(text: string): number | undefined {
  const parts = text.trim().split(':');
  if (parts.length > 3 || parts.some((part) => !/^\d{1,5}$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

const LEAST = 1; // second that has to stay

/** Moves an end of what is heard; at least a second of it stays. */
export function moved(trim: { from: number; to: number }, end: 'from' | 'to', seconds: number, duration: number) {
  if (end === 'from') return { ...trim, from: Math.max(0, Math.min(seconds, trim.to - LEAST)) };
  return { ...trim, to: Math.min(duration, Math.max(seconds, trim.from + LEAST)) };
}

type Entry = { seconds: number; artist: string; title: string; trackId?: string | null };

/** A tracklist as people write one: a line for each, its time before it. */
export const listText = (list: readonly Entry[]) =>
  list.map(({ seconds, artist, title }) => `${longTime(seconds)} ${[artist, title].filter(Boolean).join(' – ')}`).join('\n');

/** Reads such a text again. A line that was not changed keeps its track; answers the first line that is none. */
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
