import { language, t } from '@/i18n/notifications';

export type Day<T> = { name: string; items: T[] };

/** Items, newest first, grouped by day in the reader's time zone. */
export function byDay<T extends { createdAt: string }>(items: readonly T[], now = new Date()): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const name = nameOf(new Date(item.createdAt), now);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}

function nameOf(date: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return t('notifications.today');
  if (date.toDateString() === yesterday.toDateString()) return t('notifications.yesterday');
  return date.toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long', year: yearOf(date, now) });
}

const yearOf = (date: Date, now: Date) => (date.getFullYear() === now.getFullYear() ? undefined : 'numeric');
