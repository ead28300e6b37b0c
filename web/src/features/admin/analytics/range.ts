/** The period that the address bar names. */
export const RANGES = ['7', '30', '90', 'year', 'own'] as const;
type RangeName = (typeof RANGES)[number];

export type Search = { range?: string; from?: string; to?: string };
export type Range = { name: RangeName; from: string; to: string };

const DAY = 86_400_000;
const YEAR_DAYS = 365;

/** A local day as YYYY-MM-DD. */
const dayOf = (date: Date) =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

/** So many days until today. */
function last(days: number, today: Date) {
  const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1);
  return { from: dayOf(from), to: dayOf(today) };
}

/** The days of a period. Without a valid one, the last 30 days. */
export function rangeOf({ range, from, to }: Search, today = new Date()): Range {
  const name = RANGES.find((known) => known === range) ?? '30';
  const usual = last(name === 'year' ? YEAR_DAYS : Number(name) || 30, today);
  if (name !== 'own') return { name, ...usual };
  return { name, from: from || usual.from, to: to || usual.to };
}

/** How many days a period has. */
export const daysIn = ({ from, to }: { from: string; to: string }) => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
