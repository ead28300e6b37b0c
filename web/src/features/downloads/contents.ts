import { request, requestPage } from '@/api/client';
import { entriesAt, STRETCH } from '@/api/playlists';
import type { Track } from '@/api/types';
import type { DownloadItem } from '@/lib/offline';

/** The songs of a download. `mark`, if any, changes with them. */
export type Contents = { tracks: readonly Track[]; mark?: string };

/**
 * The current songs of a download, without those that have no file. Long lists that match `known` are not requested again.
 * Playlists are requested like on their page, so that the service worker stores the responses that it needs.
 */
export async function contentsOf(item: DownloadItem, known?: Contents): Promise<Contents> {
  const now = await load(item, known);
  return now === known ? now : { ...now, tracks: unique(now.tracks.filter((track) => !track.isMissing)) };
}

async function load({ kind, id }: DownloadItem, known: Contents | undefined): Promise<Contents> {
  switch (kind) {
    case 'track':
      return { tracks: [await request(`/api/tracks/${id}`)] };
    case 'album':
      return { tracks: (await request(`/api/albums/${id}`)).tracks };
    case 'playlist':
      return playlist(id, known);
    case 'liked':
      return liked(known);
  }
}

async function playlist(id: string, known: Contents | undefined): Promise<Contents> {
  const { kind, version, trackCount } = await request(`/api/playlists/${id}`);
  const mark = `${version} ${trackCount}`;
  if (kind === 'list' && known?.mark === mark) return known;
  const tracks: Track[] = [];
  for (let at = 0, total = 1; at < total; at += STRETCH) {
    const page = await entriesAt(id, at, STRETCH);
    tracks.push(...page.items);
    total = page.total;
  }
  return { tracks, mark };
}

/** The latest like comes first: a list with the same start and length is unchanged. */
async function liked(known: Contents | undefined): Promise<Contents> {
  let page = await requestPage('/api/liked-tracks', { query: { limit: 500 } });
  const mark = `${page.total} ${page.items.map(({ id }) => id).join()}`;
  if (known?.mark === mark) return known;
  const tracks = [...page.items];
  while (page.next) {
    page = await requestPage(page.next);
    tracks.push(...page.items);
  }
  return { tracks, mark };
}

const unique = (tracks: readonly Track[]) => [...new Map(tracks.map((track) => [track.id, track])).values()];
