import { apiQuery } from '@/api/query-client';
import type { Mix } from '@/api/types';
import { plain } from '@/lib/plain';

/** The mixes of this server. A thousand is one page; a server with more shows the newest. */
export const mixesQuery = apiQuery(['/api/mixes', { limit: 1000 }]);

export const SORTS = ['likes', 'newest', 'duration'] as const;
export type Sort = (typeof SORTS)[number];

export const HOW_MANY = { recent: 6, featured: 3 } as const;

/** The genres of the chips on the DJ Mix page; the first one is no filter. */
export const CHIPS = ['All', 'House', 'Techno', 'Trance', 'Deep House', 'Progressive', 'Minimal'] as const;

/** The mixes of a genre ('' for all) whose title or DJ contains the words. */
export function matching(mixes: readonly Mix[], words: string, genre: string): Mix[] {
  const [wanted, kind] = [plain(words.trim()), plain(genre)];
  return mixes.filter(
    (mix) => (kind === '' || plain(mix.genre) === kind) && [mix.title, mix.djName].some((name) => plain(name).includes(wanted)),
  );
}

const ORDER: Record<Sort, (a: Mix, b: Mix) => number> = {
  likes: (a, b) => b.likes - a.likes,
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  duration: (a, b) => b.duration - a.duration,
};

/** In the chosen order; equal ones newest first. */
export const sorted = (mixes: readonly Mix[], sort: Sort): Mix[] => [...mixes].sort((a, b) => ORDER[sort](a, b) || ORDER.newest(a, b));

/** The genres that occur, each once as its newest mix spells it, in the alphabet's order. */
export const genresOf = (mixes: readonly Mix[]): string[] => {
  const genres = new Map(
    sorted(mixes, 'newest')
      .toReversed()
      .map(({ genre }) => [plain(genre), genre]),
  );
  genres.delete('');
  return [...genres.values()].sort((a, b) => a.localeCompare(b));
};
