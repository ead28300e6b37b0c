import { request, requestPage } from '@/api/client';
import type { AlbumDetail, Track } from '@/api/types';
import type { DownloadItem } from '@/lib/offline';

/** The songs of what is to be downloaded, as they are now; songs without a file are left out. */
export async function contentsOf({ kind, id }: DownloadItem): Promise<Track[]> {
  return (await load(kind, id)).filter((track) => !track.isMissing);
}

async function load(kind: DownloadItem['kind'], id: string): Promise<Track[]> {
  switch (kind) {
    case 'track':
      return [await request<Track>(`/api/tracks/${id}`)];
    case 'album':
      return (await request<AlbumDetail>(`/api/albums/${id}`)).tracks;
    case 'playlist':
      return all(`/api/playlists/${id}/tracks?limit=500`);
    case 'liked':
      return all('/api/liked-tracks?limit=500');
  }
}

async function all(path: string): Promise<Track[]> {
  const tracks: Track[] = [];
  for (let next: string | null = path; next; ) {
    const page: Awaited<ReturnType<typeof requestPage<Track>>> = await requestPage<Track>(next);
    tracks.push(...page.items);
    next = page.next;
  }
  return [...new Map(tracks.map((track) => [track.id, track])).values()];
}
