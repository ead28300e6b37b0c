import { queryOptions } from '@tanstack/react-query';
import { withParams } from '@/lib/params';
import type { Address, Query, Reply } from './contract';
import { address } from './query-client';

type TrackFilter = Query<'/api/tracks'>;
type AlbumFilter = Query<'/api/albums'>;

/** A list on the server: its address and filters. */
export type ListKey<T> = readonly [path: Address<T[]>, filter: TrackFilter | AlbumFilter];

/** The lists of the library, by address and filters. */
export const trackList = (filter: TrackFilter) => [address(['/api/tracks']), filter] as const;
export const likedList = (filter: Query<'/api/liked-tracks'> = {}) => [address(['/api/liked-tracks']), filter] as const;
export const albumList = (filter: AlbumFilter) => [address(['/api/albums']), filter] as const;
export const artistList = [address(['/api/artists']), {}] as const;

/** The address of a list, or of a page of it. Without a page it is used to continue the list later. */
export const pathOf = <T>([path, filter]: ListKey<T>, page: Query<'/api/tracks'> = {}) =>
  withParams(path, { ...filter, ...page }) as Address<T[]>;

/** Where the letters start in a list that is sorted by name. */
export const lettersQuery = ([path, filter]: ListKey<unknown>) =>
  queryOptions<Reply<'/api/tracks/letters'>>({ queryKey: [`${path}/letters`, filter] });
