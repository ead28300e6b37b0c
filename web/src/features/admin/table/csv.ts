import type { Column } from './columns';

/** Marks text that a spreadsheet would take for a formula (OWASP, CSV Injection), as the server does in its own files. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A number cannot be a formula. */
const cellOf = (value: string | number | boolean | null) =>
  typeof value === 'string' ? quoted(harmless(value)) : value === null ? '' : String(value);

/** The items as a CSV file (RFC 4180), with a mark by which spreadsheets know that it is UTF-8. */
export function csvOf<T>(columns: readonly Column<T>[], items: readonly T[]): string {
  const lines = [columns.map(({ label }) => cellOf(label)), ...items.map((item) => columns.map(({ text }) => cellOf(text(item))))];
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}
