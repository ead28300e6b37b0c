import type { Entry } from '@/api/types';
import type { Order } from './order';

/** The entries in another order. The playlist itself does not change. */
export function sorted(entries: readonly Entry[], order: Order, locale: string): Entry[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const by: Record<Order, (a: Entry, b: Entry) => number> = {
    own: () => 0,
    title: (a, b) => compare(a.title, b.title),
    artist: (a, b) => compare(a.artist, b.artist) || compare(a.title, b.title),
    album: (a, b) => compare(a.album, b.album) || (a.disc ?? 0) - (b.disc ?? 0) || (a.number ?? 0) - (b.number ?? 0),
    added: (a, b) => b.addedAt.localeCompare(a.addedAt),
    duration: (a, b) => a.duration - b.duration,
  };
  return [...entries].sort(by[order]);
}
