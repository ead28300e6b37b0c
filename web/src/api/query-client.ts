import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { withParams } from '@/lib/params';
import { type Item, type Page, request, requestPage } from './client';
import type { Address, Joined, Known, KnownQuery, Reply } from './contract';

/** The address of a query key: its strings joined by `/`, then its object as parameters. */
function joined(key: QueryKey): Address<unknown> {
  const path = key.filter((part) => typeof part === 'string' || typeof part === 'number').join('/');
  return withParams(path, key.find((part) => typeof part === 'object' && part !== null) ?? {}) as Address<unknown>;
}

/** A query key whose path, and the parameters in its object, are in the API document. */
type ApiKey<K extends QueryKey> = K & Known<Joined<K>, 'GET'> & KnownQuery<Joined<K>, ParametersOf<K>>;
type ParametersOf<K extends QueryKey> = [Extract<K[number], object>] extends [never] ? object : Extract<K[number], object>;

/** The address of a query key, with the type of its response. */
export const address = <const K extends QueryKey>(key: ApiKey<K>) => joined(key) as Address<Reply<Joined<K>>>;

/** The default fetcher: GET of the key's address. */
const fetchKey = ({ queryKey, signal }: QueryFunctionContext) => request(joined(queryKey), { signal });

/** A query whose key is its address: `useQuery(apiQuery(['/api/tracks', id, 'lyrics']))`. The path decides the type of its data. */
export const apiQuery = <const K extends QueryKey>(queryKey: ApiKey<K>) => queryOptions<Reply<Joined<K>>>({ queryKey });

/** A list that is read to its end, page after page: `useQuery(wholeList(['/api/genres']))`. */
export const wholeList = <const K extends QueryKey>(queryKey: ApiKey<K>) =>
  queryOptions<Item<Joined<K>>[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const all: Item<Joined<K>>[] = [];
      let next: Address<Item<Joined<K>>[]> | null = joined(queryKey) as Address<Item<Joined<K>>[]>;
      while (next !== null) {
        const page: Page<Item<Joined<K>>> = await requestPage(next, { signal });
        all.push(...page.items);
        next = page.next;
      }
      return all;
    },
  });

/** A paged list that follows the server's links: `useInfiniteQuery(pagedList(['/api/tracks', { genre }]))`. */
export const pagedList = <const K extends QueryKey>(queryKey: ApiKey<K>) =>
  pagesOf<Item<Joined<K>>>(queryKey, joined(queryKey) as Address<Item<Joined<K>>[]>);

/** One page of a list, with the number of items on all pages: `useQuery(onePage(['/api/tracks', { at: 100, limit: 50 }]))`. */
export const onePage = <const K extends QueryKey>(queryKey: ApiKey<K>) =>
  pageOf<Item<Joined<K>>>(queryKey, joined(queryKey) as Address<Item<Joined<K>>[]>);

const pageOf = <T>(queryKey: QueryKey, at: Address<T[]>) =>
  queryOptions<Page<T>>({ queryKey: [...queryKey, 'page'], queryFn: ({ signal }) => requestPage(at, { signal }) });

/** The options of one page of a list of these items. */
export type OnePage<T> = ReturnType<typeof pageOf<T>>;

const pagesOf = <T>(queryKey: QueryKey, first: Address<T[]>) =>
  infiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>, Address<T[]>>, QueryKey, Address<T[]>>({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => requestPage(pageParam, { signal }),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
  });

/** The options of a paged list of these items. */
export type PagedList<T> = ReturnType<typeof pagesOf<T>>;

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
