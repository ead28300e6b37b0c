import type { Heard } from '@/api/types';
import { language, t } from '@/i18n/history';

/** A heading or a play, each a row of the same height. */
export type DayRow = { kind: 'day'; key: string; label: string } | { kind: 'heard'; key: string; entry: Heard };

const dayKey = (date: Date) => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

/** Plays with a heading for each day in the reader's time zone. */
export function byDay(entries: readonly Heard[], today = new Date()): DayRow[] {
  const rows: DayRow[] = [];
  let last = '';
  for (const entry of entries) {
    const day = new Date(entry.playedAt);
    const key = dayKey(day);
    if (key !== last) rows.push({ kind: 'day', key: `day-${key}`, label: dayName(day, today) });
    last = key;
    rows.push({ kind: 'heard', key: entry.id, entry });
  }
  return rows;
}

function dayName(day: Date, today: Date): string {
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (dayKey(day) === dayKey(today)) return t('history.today');
  if (dayKey(day) === dayKey(yesterday)) return t('history.yesterday');
  const sameYear = day.getFullYear() === today.getFullYear();
  return day.toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) });
}

/** The time of day: `8:15 PM`. */
export const clock = (iso: string) => new Date(iso).toLocaleTimeString(language(), { timeStyle: 'short' });
