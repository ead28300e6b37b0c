import type { Listening } from '@/api/types';
import { language, t } from '@/i18n/history';
import type { Bar } from '@/ui/chart';
import { hourName } from './amount';
import { noonOf, type Unit } from './period';

type Days = Listening['days'];

/** A bar for every day of a week or a month, for every month of a year. */
export const barsOf = (unit: Unit, days: Days): Bar[] => (unit === 'year' ? monthBars(days) : days.map((day) => dayBar(unit, day)));

function dayBar(unit: Unit, { date, seconds }: Days[number]): Bar {
  const noon = noonOf(date);
  const tick = unit === 'week' ? noon.toLocaleDateString(language(), { weekday: 'short' }) : String(noon.getDate());
  return { key: date, tick, label: noon.toLocaleDateString(language(), { dateStyle: 'full' }), value: seconds };
}

function monthBars(days: Days): Bar[] {
  const months = new Map<string, number>();
  for (const { date, seconds } of days) months.set(date.slice(0, 7), (months.get(date.slice(0, 7)) ?? 0) + seconds);
  return [...months].map(([key, value]) => {
    const noon = noonOf(`${key}-01`);
    return {
      key,
      tick: noon.toLocaleDateString(language(), { month: 'narrow' }),
      label: noon.toLocaleDateString(language(), { month: 'long', year: 'numeric' }),
      value,
    };
  });
}

export const hourBars = (hours: Listening['hours']): Bar[] =>
  hours.map((value, hour) => ({
    key: String(hour),
    tick: String(hour),
    label: t('listening.hour', { from: hourName(hour), to: hourName(hour + 1) }),
    value,
  }));
