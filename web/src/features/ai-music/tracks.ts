import { apiQuery, wholeList } from '@/api/query-client';
import type { Track } from '@/api/types';

const PAGE = 1000;
export const HOW_MANY = { recent: 6, featured: 3 } as const;

/** Every track that AI made and the person may hear. */
export const aiTracksQuery = wholeList(['/api/tracks', { aiGenerated: true, limit: PAGE }]);
/** Those that most people like. */
export const mostLikedQuery = apiQuery(['/api/tracks', { aiGenerated: true, sort: '-likes', limit: HOW_MANY.featured }]);

export const madeByAI = (tracks: readonly Track[]) => tracks.filter(({ isAiGenerated }) => isAiGenerated);

const newer = (a: Track, b: Track) => Date.parse(b.addedAt) - Date.parse(a.addedAt);

export const newest = (tracks: readonly Track[]) => [...tracks].sort(newer).slice(0, HOW_MANY.recent);
export const mostPlayed = (tracks: readonly Track[]) => [...tracks].sort((a, b) => b.plays - a.plays || newer(a, b));
