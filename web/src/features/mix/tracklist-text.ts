import type { MixDetail } from '@/api/types';
import { longTime } from '@/lib/format';

export type Entry = MixDetail['tracklist'][number];

export const nameOf = ({ artist, title }: Pick<Entry, 'artist' | 'title'>) => [artist, title].filter(Boolean).join(' – ');

/** h:mm:ss with the milliseconds, if there are any. */
function exactTime(seconds: number): string {
  const ms = Math.round(seconds * 1000) % 1000;
  return ms === 0 ? longTime(Math.round(seconds)) : `${longTime(seconds)}.${String(ms).padStart(3, '0')}`;
}

/** A tracklist as the lines that the server reads. */
export const textOf = (list: readonly Entry[]) => list.map((entry) => `${exactTime(entry.seconds)} ${nameOf(entry)}`).join('\n');

/** The time at which a line begins, in seconds; NaN if it has none. */
function secondsOf(line: string): number {
  const [, hours = '0', minutes, seconds] = /(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)/.exec(line) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Whether a text is a cue sheet and not lines. */
export const isCueSheet = (text: string) => /^\s*TRACK\s+\d+\s+AUDIO\s*$/im.test(text);

const NEAR = 60; // seconds

/** Whether a song is in a tracklist at about its time. */
export const isListed = (text: string, entry: Entry) =>
  text.split('\n').some((line) => line.trimEnd().endsWith(nameOf(entry)) && Math.abs(secondsOf(line) - entry.seconds) < NEAR);

/** A tracklist with another line, before the first one that is later. */
export function withEntry(text: string, entry: Entry): string {
  const lines = text.split('\n').filter((line) => line.trim());
  const next = lines.findIndex((line) => secondsOf(line) > entry.seconds);
  lines.splice(next < 0 ? lines.length : next, 0, textOf([entry]));
  return lines.join('\n');
}

/** The index of the entry that is heard at a position; -1 before the first. */
export const entryAt = (list: readonly Entry[], position: number) => list.findLastIndex(({ seconds }) => seconds <= position);
