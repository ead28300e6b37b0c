import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from './client';
import { apiQuery, wholeList } from './query-client';
import type { EpisodeProgress, Podcast } from './types';

export const PODCASTS = '/api/podcasts';
export const EPISODES = '/api/episodes';

export const podcastQuery = (id: string) => apiQuery([PODCASTS, id]);
export const episodeQuery = (id: string) => apiQuery([EPISODES, id]);
export const chaptersQuery = (id: string) => queryOptions({ ...wholeList([EPISODES, id, 'chapters']), staleTime: 3_600_000 });
export const transcriptQuery = (id: string) => queryOptions({ ...wholeList([EPISODES, id, 'transcript']), staleTime: 3_600_000 });

/** How to seek in an episode: with byte ranges, by a start offset on the server, or not at all. */
export const soundQuery = (id: string) => queryOptions({ ...apiQuery([EPISODES, id, 'sound']), staleTime: Number.POSITIVE_INFINITY });

export type SubscriptionSettings = NonNullable<Podcast['subscription']>;

export const saveSubscription = (id: string, settings: Partial<SubscriptionSettings>) =>
  request(`${PODCASTS}/${id}/subscription`, { method: 'PUT', body: settings });

export const sendProgress = ({ episodeId, position, done, at }: Omit<EpisodeProgress, 'podcastId'>) =>
  request(`${EPISODES}/${episodeId}/progress`, { method: 'PUT', body: { position, done, at } });

const isAbout = (key: unknown) => typeof key === 'string' && (key.startsWith(PODCASTS) || key === EPISODES);

/** Updates the listener's position everywhere on screen that shows the episode. */
export function episodeHeard(client: QueryClient, heard: EpisodeProgress): void {
  const told = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(told);
    if (value === null || typeof value !== 'object') return value;
    if ('podcastTitle' in value && 'id' in value)
      return value.id === heard.episodeId ? { ...value, position: heard.position, done: heard.done, heardAt: heard.at } : value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, told(item)]));
  };
  client.setQueriesData({ predicate: ({ queryKey }) => isAbout(queryKey[0]) }, told);
}

/** Makes lists and pages of podcasts refetch. */
export const refreshPodcasts = (client: QueryClient) => client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey[0]) });
