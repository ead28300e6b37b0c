import { type InfiniteData, infiniteQueryOptions, QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';
import { type Page, request, requestPage } from './client';

type Params = Record<string, string | number | boolean | undefined>;

/** The address of a query key: its strings joined by `/`, then its object as parameters. */
export function address(key: QueryKey): string {
  const path = key.filter((part) => typeof part === 'string' || typeof part === 'number').join('/');
  const params = key.find((part): part is Params => typeof part === 'object' && part !== null) ?? {};
  const set = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The default fetcher: GET of the key's address. */
const fetchKey = ({ queryKey, signal }: QueryFunctionContext) => request<unknown>(address(queryKey), { signal });

/** A paged list that follows the server's links: `useInfiniteQuery(pagedList<Track>(['/api/tracks', { genre }]))`. */
export const pagedList = <T>(queryKey: QueryKey) =>
  infiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>, string>, QueryKey, string>({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => requestPage<T>(pageParam, signal),
    initialPageParam: address(queryKey),
    getNextPageParam: (page) => page.next,
  });

/** Nothing is retried, polled or refetched on focus: server-sent events announce changes (events.ts). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: fetchKey,
        retry: false,
        networkMode: 'always', // without a network, queries fail with a message instead of waiting
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
