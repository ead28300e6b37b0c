import { language, t } from '@/i18n/history';

const part = (n: number, unit: 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(n);

/** A duration in words: `3 hr 20 min`, `12 min`, `40 sec`, `nothing`. */
export function amount(seconds: number): string {
  if (seconds < 1) return t('listening.noTime');
  if (seconds < 60) return part(Math.floor(seconds), 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return part(minutes, 'minute');
  const rest = minutes % 60;
  return rest === 0 ? part(minutes / 60, 'hour') : `${part(Math.floor(minutes / 60), 'hour')} ${part(rest, 'minute')}`;
}

/** An hour of the day in the reader's locale: `8 PM`, `20 h`. */
export const hourName = (hour: number) =>
  new Date(2026, 0, 1, hour % 24).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });
