import { language } from '@/i18n/t';

/** 1 Monday to 7 Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

const DAY_MINUTES = 24 * 60;
const MONDAY = Date.UTC(2024, 0, 1);

export const dayName = (day: number, style: 'long' | 'short' = 'long') =>
  new Date(MONDAY + (day - 1) * 86_400_000).toLocaleDateString(language(), { weekday: style, timeZone: 'UTC' });

/** Minutes after midnight as clock time: 13:05. */
export function wallTime(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}

/** Minutes after midnight of a time field's value; undefined if it is empty. */
export function minutesOf(text: string): number | undefined {
  const found = /^(\d{1,2}):(\d{2})/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}

/** The minutes from one time of day to another, across midnight if necessary. */
export function spanOf(start: number, end: number): number {
  const span = (((end - start) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return span === 0 ? DAY_MINUTES : span;
}
