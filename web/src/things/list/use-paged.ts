import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PagedList } from '@/api/query-client';

/** A paged list as one list: the loaded items, the total, and a way to load more. */
export function usePaged<T>(options: PagedList<T>, enabled = true) {
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
    /** Set if a further page failed to load. */
    retryMore: isFetchNextPageError ? retryMore : undefined,
  };
}
