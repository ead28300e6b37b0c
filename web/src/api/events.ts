import type { QueryClient } from '@tanstack/react-query';
import { language } from '@/i18n/t';
import { applyLike } from './likes';
import { NOTIFICATIONS } from './notifications';
import { DEVICES, libraryStatusQuery } from './queries';
import { address } from './query-client';
import { applyRating } from './ratings';
import { share } from './stream/share';
import type { Events } from './types';

/** The events that change something; `hello`, `ping` and `gap` are about the stream itself. */
type EventName = Exclude<keyof Events, 'hello' | 'ping' | 'gap'>;

/** What an event changes. */
type Row<Data> = {
  /** The queries that show it: by their address, with everything below it. */
  stale: readonly string[];
  /** What the event does to them. Without it they are all requested again. */
  apply?: (client: QueryClient, data: Data) => void;
};

const RADIOS = '/api/radios';

/** Everything that shows the library. */
const LIBRARY = [
  '/api/library',
  '/api/tracks',
  '/api/albums',
  '/api/artists',
  '/api/genres',
  '/api/years',
  '/api/folders',
  '/api/search',
  '/api/recently-played',
  '/api/liked-tracks',
  '/api/playlists',
  '/api/whats-new',
];

/** The events of the server and the queries they make stale. A gap in the event stream may have hidden any of them. */
const EVENTS: { [Name in EventName]: Row<Events[Name]> } = {
  scan: {
    stale: ['/api/library'],
    apply(client, scan) {
      client.setQueryData(libraryStatusQuery.queryKey, (old) => old && { ...old, scan });
      if (scan.state !== 'running') void client.invalidateQueries({ queryKey: libraryStatusQuery.queryKey });
    },
  },
  library: {
    stale: [
      ...LIBRARY,
      '/api/account/tracks',
      '/api/account/storage',
      '/api/admin/stats',
      '/api/admin/tracks',
      '/api/admin/duplicates',
      '/api/follows',
    ],
  },
  playlist: {
    stale: ['/api/playlists'],
    apply: (client, change) => void import('./playlist-events').then(({ playlistChanged }) => playlistChanged(client, change)),
  },
  rating: { stale: LIBRARY, apply: applyRating },
  like: { stale: [...LIBRARY, '/api/user/stats', '/api/user/activity'], apply: applyLike },
  // Mixes made for a person stay for the day.
  play: { stale: ['/api/recently-played', '/api/user/stats', '/api/user/activity', '/api/history', '/api/listening'] },
  station: {
    stale: [RADIOS, '/api/search', '/api/whats-new'],
    apply: (client, status) => void import('./stations').then(({ stationChanged }) => stationChanged(client, status)),
  },
  stations: { stale: [RADIOS, '/api/admin/radios', '/api/admin/stats', '/api/follows', '/api/search', '/api/whats-new'] },
  chat: {
    stale: [RADIOS],
    apply: (client, { stationId }) => void client.invalidateQueries({ queryKey: [RADIOS, stationId, 'chat'] }),
  },
  episode: {
    stale: ['/api/podcasts', '/api/episodes'],
    apply: (client, progress) => void import('./podcasts').then(({ episodeHeard }) => episodeHeard(client, progress)),
  },
  mix: {
    stale: ['/api/mixes', '/api/recordings', '/api/automixes', '/api/admin/mixes', '/api/admin/stats', '/api/search', '/api/whats-new'],
  },
  automix: {
    stale: ['/api/automixes'],
    apply: (client, change) => void import('./automix').then(({ automixChanged }) => automixChanged(client, change)),
  },
  generation: {
    stale: ['/api/ai'],
    apply: (client, change) => void import('./generation').then(({ generationChanged }) => generationChanged(client, change)),
  },
  conversation: {
    stale: ['/api/ai/messages'],
    apply: (client) => void import('./generation').then(({ conversationChanged }) => conversationChanged(client)),
  },
  alert: { stale: ['/api/admin/alerts'] },
  reviews: { stale: ['/api/admin/ai-tracks', '/api/admin/ai-stats', '/api/admin/ai-logs', '/api/admin/stats'] },
  marks: { stale: [], apply: (_, change) => void dispatchEvent(new CustomEvent('sonora-marks', { detail: change })) }, // the DJ desk listens
  device: { stale: [DEVICES] },
  command: { stale: [], apply: (_, command) => void dispatchEvent(new CustomEvent('sonora-command', { detail: command })) },
  notification: { stale: [NOTIFICATIONS] },
  analysis: { stale: [], apply: () => {} }, // a page that waits for an analysis polls for it
  premium: { stale: ['/api/premium'] },
  settings: { stale: ['/api/config'] },
};

/** Requests every query at or below one of the addresses again. */
const invalidate = (client: QueryClient, addresses: readonly string[]) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      typeof first === 'string' && addresses.some((address) => first === address || first.startsWith(`${address}/`)),
  });

/** Applies one event. `data` is its JSON; '' for none. */
export function handleEvent<Name extends EventName>(client: QueryClient, name: Name, data: string): void {
  const { stale, apply }: Row<Events[Name]> = EVENTS[name];
  if (apply) apply(client, JSON.parse(data || 'null'));
  else void invalidate(client, stale);
}

/** Requests everything again that events of these names may have changed while the stream was down. */
export const recoverFromGap = (client: QueryClient, names: readonly EventName[] = EVENT_NAMES): Promise<void> =>
  invalidate(client, [...new Set(names.flatMap((name) => EVENTS[name].stale))]);

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** Listens to the server's events for a person until the returned function is called. After a gap everything it may have missed is requested again. */
export const listen = (client: QueryClient, account: string, shareStream = share): (() => void) =>
  shareStream(
    account, // so that nobody receives the events of a person who signed out in another tab
    { url: address(['/api/events', { language: language() }]), names: EVENT_NAMES },
    {
      event: (name, data) => handleEvent(client, name as EventName, data),
      gap: () => void recoverFromGap(client),
      failed: () => void client.invalidateQueries({ queryKey: ['/api/auth/user'] }), // the session may have ended
    },
  );
