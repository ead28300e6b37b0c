/** Formats everything people read: times, sizes, money, dates. All functions are pure and use the given or the browser's locale. */

const two = (n: number) => String(n).padStart(2, '0');
const whole = (seconds: number) => (Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0);

/** m:ss, minutes unbounded: 3600 is `60:00`. */
export function time(seconds: number): string {
  const s = whole(seconds);
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** h:mm:ss, or m:ss below an hour. */
export function longTime(seconds: number): string {
  const s = whole(seconds);
  return s < 3600 ? time(s) : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

/** `Xh Ym`, `Ym` below an hour, or m:ss below a minute. */
export function span(seconds: number): string {
  const s = whole(seconds);
  if (s > 0 && s < 60) return time(s);
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** `8.2 MB`, from megabytes. */
export const megabytes = (mb: number) => `${oneDecimal(mb)} MB`;

/** A number as the page's language writes it. */
const local = (n: number, options: Intl.NumberFormatOptions) => n.toLocaleString(document.documentElement.lang || 'en', options);

const oneDecimal = (n: number) => local(n, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

const money = (dollars: number, digits: number) =>
  local(dollars, { style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Bytes in the largest fitting unit, with one decimal. */
export function bytes(n: number): string {
  if (n < 1e5) return n < 1000 ? `${n} B` : `${oneDecimal(n / 1e3)} kB`;
  if (n < 1e9) return megabytes(n / 1e6);
  return n < 1e12 ? `${oneDecimal(n / 1e9)} GB` : `${oneDecimal(n / 1e12)} TB`;
}

export const costPerCall = (dollars: number) => money(dollars, 3);
export const costTotal = (dollars: number) => money(dollars, 2);
export const score = (outOfTen: number) => `${oneDecimal(outOfTen)}/10`;
export const percent = (n: number, maxDigits = 0) => local(n / 100, { style: 'percent', maximumFractionDigits: maxDigits });
export const change = (n: number) =>
  local(n / 100, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: n < 0 ? 'auto' : 'always' });

/** A length in seconds as hours: `12.5 hr`. */
export const hours = (seconds: number) => local(seconds / 3600, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });

/** A count with the language's thousands separators. */
export const count = (n: number, locale?: string) => n.toLocaleString(locale);

/** The day of a server time in the reader's time zone: `March 1, 2025`. */
export const day = (iso: string, locale?: string) => new Date(iso).toLocaleDateString(locale, { dateStyle: 'long' });

/** Day and time to the second in the reader's time zone, for logs: `3/1/25, 12:00:00 PM`. */
export const second = (iso: string, locale?: string) => new Date(iso).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'medium' });

/** Day and time in the reader's time zone: `Mar 1, 2025, 12:00 PM`. */
export const moment = (iso: string, locale?: string) => new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

const PROVIDERS: Record<string, string> = { suno: 'purple', mubert: 'blue', aiva: 'green', amper: 'orange' };

/** Name and CSS token of an AI provider's badge colour. */
export function providerColour(provider: string): { name: string; token: string } {
  const name = PROVIDERS[provider];
  return name ? { name, token: `var(--provider-${provider})` } : { name: 'neutral', token: 'var(--fg-muted)' };
}
