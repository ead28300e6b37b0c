import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Page, requestPage } from '@/api/client';
import { address, pagedList } from '@/api/query-client';
import type { Album, AlbumDetail, Artist, ArtistDetail, Lyrics, Track, TrackDetail } from '@/api/types';

export type TrackSort = 'newest' | 'title' | 'artist' | 'bpm' | 'key' | 'loudness' | '-energy';

/** Ranges of tempo, loudness (LUFS) and energy (0 to 1), and keys, as the address writes them. */
export type SoundFilter = {
  [name in 'bpmMin' | 'bpmMax' | 'energyMin' | 'energyMax' | 'loudnessMin' | 'loudnessMax' | 'key' | 'compatible']?: string;
};
export type AlbumSort = 'newest' | 'title' | 'artist' | 'year';

/** A first page that comes quickly, and larger ones for those who scroll on. */
const FIRST_PAGE = 200;
const NEXT_PAGES = 1000;

function paged<T>(path: string, filter: object) {
  const options = pagedList<T>([path, { ...filter, limit: FIRST_PAGE }]);
  return {
    ...options,
    getNextPageParam: ({ next }: Page<T>) => next?.replace(`limit=${FIRST_PAGE}`, `limit=${NEXT_PAGES}`) ?? null,
    // Comparing all earlier pages with themselves on every further one would make long lists slow.
    structuralSharing: false,
  };
}

export const tracksQuery = (filter: { sort: TrackSort; genre?: string } & SoundFilter) => paged<Track>('/api/tracks', filter);
export const likedTracksQuery = paged<Track>('/api/liked-tracks', {});
export const albumsQuery = (filter: { sort: AlbumSort; artist?: string; genre?: string }) => paged<Album>('/api/albums', filter);
export const artistsQuery = paged<Artist>('/api/artists', {});

export const trackQuery = (id: string) => queryOptions<TrackDetail>({ queryKey: ['/api/tracks', id] });
export const lyricsQuery = (id: string) => queryOptions<Lyrics>({ queryKey: ['/api/tracks', id, 'lyrics'] });
export const albumQuery = (id: string) => queryOptions<AlbumDetail>({ queryKey: ['/api/albums', id] });
export const artistQuery = (id: string) => queryOptions<ArtistDetail>({ queryKey: ['/api/artists', id] });

/** A paged list as one: what is loaded, how many there are in all, and a way to more. */
export function usePaged<T>(options: ReturnType<typeof pagedList<T>>, enabled = true) {
  const query = useInfiniteQuery({ ...options, enabled });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    data: items,
    error: query.error,
    isPending: query.isPending,
    refetch: query.refetch,
    total: query.data?.pages.at(-1)?.total ?? 0,
    loadMore,
    /** Set when a further page did not load. */
    retryMore: isFetchNextPageError ? retryMore : undefined,
  };
}

/** The first tracks of a list, by its largest pages. */
export async function firstTracks(
  options: ReturnType<typeof pagedList<Track>>,
  count: number,
): Promise<{ tracks: Track[]; total: number }> {
  const tracks: Track[] = [];
  let total = 0;
  let next: string | null = withLimit(options.queryKey, Math.min(count, 1000));
  while (next !== null && tracks.length < count) {
    const page: Awaited<ReturnType<typeof requestPage<Track>>> = await requestPage<Track>(next);
    tracks.push(...page.items);
    total = page.total;
    next = page.next;
  }
  return { tracks: tracks.slice(0, count), total };
}

/** The list's address; its key's last part only tells pages from plain answers. */
function withLimit(queryKey: readonly unknown[], limit: number): string {
  const [path, filter] = queryKey as [string, object];
  return address([path, { ...filter, limit }]);
}
