import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { pagedList } from '@/api/query-client';
import type { AlbumDetail, ArtistDetail, Lyrics, TrackDetail } from '@/api/types';

/** Ranges of tempo, loudness (LUFS) and energy (0 to 1), and keys, as the address writes them. */
export type SoundFilter = {
  [name in 'bpmMin' | 'bpmMax' | 'energyMin' | 'energyMax' | 'loudnessMin' | 'loudnessMax' | 'key' | 'compatible']?: string;
};

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
