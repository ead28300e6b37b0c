import { language } from '@/i18n/t';

export type Unit = 'week' | 'month' | 'year';
export const UNITS: readonly Unit[] = ['week', 'month', 'year'];

/** Days in the person's time zone, both included. */
export type Period = { unit: Unit; from: string; to: string };

const two = (n: number) => String(n).padStart(2, '0');

/** A date in the server's format, in this computer's time zone. */
const dateOf = (date: Date) => `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Noon of a day, so that daylight saving time never changes the date. */
export function noonOf(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

/** The week (from Monday), month or year of a day, `back` of them earlier. */
export function periodOf(unit: Unit, today: Date, back = 0): Period {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const span = (from: Date, to: Date) => ({ unit, from: dateOf(from), to: dateOf(to) });
  if (unit === 'year') return span(new Date(year - back, 0, 1, 12), new Date(year - back, 11, 31, 12));
  if (unit === 'month') return span(new Date(year, month - back, 1, 12), new Date(year, month - back + 1, 0, 12));
  const monday = day - ((today.getDay() + 6) % 7) - 7 * back;
  return span(new Date(year, month, monday, 12), new Date(year, month, monday + 6, 12));
}

/** `Nov 16 – 22, 2026`, `November 2026` or `2026`. */
export function nameOf({ unit, from, to }: Period): string {
  const first = noonOf(from);
  if (unit === 'year') return String(first.getFullYear());
  if (unit === 'month') return first.toLocaleDateString(language(), { month: 'long', year: 'numeric' });
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).formatRange(first, noonOf(to));
}

/** The time zone of this computer. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
