import type { Playlist } from '@/api/types';
import { storage } from '@/lib/storage';

const KEY = 'sonora_recent_playlists';
const KEPT = 8;

const read = (): string[] => storage.get(KEY)?.split(' ').filter(Boolean) ?? [];

/** Remembers on this device that songs were added to a playlist. */
export const noteUse = (id: string) => storage.set(KEY, [id, ...read().filter((other) => other !== id)].slice(0, KEPT).join(' '));

/** Recently used playlists first, then the newest. */
export function recentFirst(playlists: readonly Playlist[]): Playlist[] {
  const recent = read();
  const place = ({ id }: Playlist) => (recent.includes(id) ? recent.indexOf(id) : KEPT);
  return [...playlists].sort((a, b) => place(a) - place(b));
}
