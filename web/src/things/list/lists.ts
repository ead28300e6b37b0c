import type { ListKey } from './pages';

/** The lists of the library, by address and filters. */
export const trackList = (filter: object): ListKey => ['/api/tracks', filter];
export const likedList = (filter: object = {}): ListKey => ['/api/liked-tracks', filter];
export const albumList = (filter: object): ListKey => ['/api/albums', filter];
export const artistList: ListKey = ['/api/artists', {}];

/** The address of a list without an offset, used to continue it later. */
export function pathOf([path, filter]: ListKey): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}
