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

/** The index of the entry that is heard at a position; -1 before the first. */
export const entryAt = (list: readonly Entry[], position: number) => list.findLastIndex(({ seconds }) => seconds <= position);
