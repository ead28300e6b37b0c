import type { Bar } from '@/ui/chart';

const HOUR = 3_600_000; // ms

type Hour = { at: string; sessions: number; seconds: number };

/** A bar for each of the last hours, including those without listeners, the earliest first. */
export function hourBars(hours: readonly Hour[], now: number, count: number, locale: string): Bar[] {
  const last = Math.floor(now / HOUR) * HOUR;
  const sessions = new Map(hours.map(({ at, sessions }) => [Math.floor(Date.parse(at) / HOUR) * HOUR, sessions]));
  return Array.from({ length: count }, (_, i) => {
    const at = last - (count - 1 - i) * HOUR;
    const from = new Date(at);
    return {
      key: String(at),
      tick: from.toLocaleTimeString(locale, { hour: 'numeric' }),
      label: from.toLocaleString(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }),
      value: sessions.get(at) ?? 0,
    };
  });
}

/** The last days, the earliest first, in the reader's time zone. */
export function dayBars(hours: readonly Hour[], now: number, count: number, locale: string): Bar[] {
  const byDay = new Map<string, number>();
  for (const { at, sessions } of hours) byDay.set(dayOf(new Date(at)), (byDay.get(dayOf(new Date(at))) ?? 0) + sessions);
  return Array.from({ length: count }, (_, i) => {
    const noon = new Date(now);
    noon.setHours(12, 0, 0, 0);
    noon.setDate(noon.getDate() - (count - 1 - i));
    return {
      key: dayOf(noon),
      tick: noon.toLocaleDateString(locale, { weekday: 'short' }),
      label: noon.toLocaleDateString(locale, { dateStyle: 'full' }),
      value: byDay.get(dayOf(noon)) ?? 0,
    };
  });
}

const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;

const STEP = 10; // seconds between two points of a curve

type Song = { playId: string; listeners: number; curve: readonly number[] };

/** The listeners of a track from its start. The first seconds of a track have no count yet. */
export function curveBars({ playId, listeners, curve }: Song, moment: (seconds: number) => string): Bar[] {
  const counts = curve.length > 0 ? curve : [listeners];
  return counts.map((value, i) => ({ key: `${playId}-${i}`, tick: moment(i * STEP), label: moment(i * STEP), value }));
}
