import type { UploadItem } from './types';

/** The files by album, in the order the albums first appear; those without an album last. */
export function groupByAlbum(items: readonly UploadItem[]): { album: string; items: UploadItem[] }[] {
  const groups = new Map<string, { album: string; items: UploadItem[] }>();
  for (const item of items) {
    const album = item.draft.album.trim();
    const key = album.toLocaleLowerCase();
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { album, items: [item] });
  }
  return [...groups.values()].sort((a, b) => Number(a.album === '') - Number(b.album === ''));
}
