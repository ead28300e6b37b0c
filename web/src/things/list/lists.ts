import { address, withParams } from '@/api/query-client';

/** The lists of the library, by address and filters. */
export const trackList = (filter: object) => [address(['/api/tracks']), filter] as const;
export const likedList = (filter: object = {}) => [address(['/api/liked-tracks']), filter] as const;
export const albumList = (filter: object) => [address(['/api/albums']), filter] as const;
export const artistList = [address(['/api/artists']), {}] as const;

/** The address of a list without an offset, used to continue it later. */
export const pathOf = ([path, filter]: readonly [path: string, filter: object]): string => withParams(path, filter);
