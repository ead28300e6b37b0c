import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { create } from 'zustand';
import { createQueryClient } from '@/api/query-client';
import type { Album, OwnPremium, Track } from '@/api/types';
import type { Playable, PlayContext } from '@/player/engine/queue/item';
import { MenuHost } from '@/ui/menu/menu-host';
import { ToastHost } from '@/ui/toast/toast';
import { TooltipProvider } from '@/ui/tooltip';

/** Renders pages at an address, with all the providers they need. */
export async function renderPages(pages: Record<string, () => ReactNode>, at: string) {
  const client = createQueryClient();
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(pages).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }));
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([...routes, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const view = render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        {/* The pages' own routes, not the whole app's, which the registered type describes. */}
        <RouterProvider router={router as never} />
        <MenuHost />
        <ToastHost />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { ...view, client, address: () => router.state.location.href };
}

type Answer = { status?: number; body: unknown; headers?: Record<string, string> };
type Handler = (url: URL) => Answer | unknown;

/** The server of a test: answers by `METHOD /path`, otherwise 404, and records every call. */
export function serve(handlers: Record<string, Handler>) {
  const calls: string[] = [];
  const sent: { name: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://sonora.test');
    const method = init?.method ?? 'GET';
    calls.push(`${method} ${url.pathname}${url.search}`);
    if (typeof init?.body === 'string') sent.push({ name: `${method} ${url.pathname}`, body: JSON.parse(init.body) });
    const handler = handlers[`${method} ${url.pathname}`];
    const answer = handler ? await handler(url) : { status: 404, body: { detail: 'Not found.' } };
    init?.signal?.throwIfAborted();
    const { status = 200, body, headers } = isAnswer(answer) ? answer : { body: answer };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
  });
  return {
    calls,
    of: (start: string) => calls.filter((call) => call.startsWith(start)),
    /** The bodies of the calls with that name. */
    bodies: (name: string) => sent.filter((call) => call.name === name).map(({ body }) => body),
  };
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'body' in value;

/** A response that waits until it is released. */
export function held<T>(body: T) {
  let release = () => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: () => wait.then(() => ({ body })), release };
}

export const signedIn = {
  'GET /api/auth/user': () => ({ id: 'u', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'listener' }),
};

/** The plan Free with these entitlements, as the server answers about the person's plan. */
export const onFree = (...entitlements: Partial<OwnPremium['entitlements'][number]>[]) => ({
  'GET /api/premium': () => ({ plan: { id: 'free', name: 'Free', description: '' }, entitlements }),
});

export const aTrack = (id: string, change: Partial<Track> = {}): Track => ({
  id,
  title: `Title ${id}`,
  artist: 'Marisol Vega',
  artistId: 'ar1',
  album: 'Tidal Room',
  albumId: 'al1',
  albumArtist: 'Marisol Vega',
  genre: 'House',
  year: 2019,
  disc: 1,
  number: 1,
  duration: 227,
  samples: null,
  sampleRate: 44100,
  channels: 2,
  bitDepth: 16,
  bitrate: 320,
  format: 'mp3',
  size: 9_000_000,
  audioUrl: `/api/tracks/${id}/stream`,
  coverImageUrl: null,
  hasLyrics: false,
  isPublic: false,
  isAiGenerated: false,
  ownerId: null,
  bpm: null,
  key: '',
  camelot: '',
  loudness: null,
  energy: null,
  isMissing: false,
  plays: 0,
  liked: false,
  rating: 0,
  addedAt: '2026-01-01T00:00:00Z',
  replayGain: null,
  ...change,
});

export const tracks = (count: number, change: Partial<Track> = {}) => Array.from({ length: count }, (_, i) => aTrack(`t${i + 1}`, change));

export const anAlbum = (id: string, change: Partial<Album> = {}): Album => ({
  id,
  title: `Album ${id}`,
  artist: 'Marisol Vega',
  artistId: 'ar1',
  year: 2019,
  genre: 'House',
  compilation: false,
  coverImageUrl: null,
  trackCount: 10,
  discCount: 1,
  duration: 2400,
  addedAt: '2026-01-01T00:00:00Z',
  ...change,
});

type FakePlayer = {
  current: { track: Playable; details: { albumId: string | null } } | null;
  context: PlayContext | null;
  isPlaying: boolean;
  played: Playable[][];
  queued: string[];
};

const silent: FakePlayer = { current: null, context: null, isPlaying: false, played: [], queued: [] };

/** The calls to the player. */
export const fakePlayer = create<FakePlayer>(() => ({ ...silent }));

export const resetPlayer = () => fakePlayer.setState(silent);

/** Replaces the player: `vi.mock('@/player/view/use-player', () => import('./pages'))`. */
export function usePlayer() {
  const state = fakePlayer();
  const set = fakePlayer.setState;
  return {
    ...state,
    state: state.isPlaying ? 'playing' : 'paused',
    queue: { context: state.context },
    isCurrent: (id: string) => state.current?.track.id === id,
    play: (items: Playable[], index = 0, context: PlayContext | null = null) => {
      const track = items[index];
      if (!track) return;
      set(({ played }) => ({
        current: { track, details: { albumId: track.albumId ?? null } },
        context,
        isPlaying: true,
        played: [...played, items],
      }));
    },
    pause: () => set({ isPlaying: false }),
    toggle: () => set(({ isPlaying }) => ({ isPlaying: !isPlaying })),
    setShuffle: () => {},
    playNext: (items: Playable[]) => set(({ queued }) => ({ queued: [...queued, ...items.map((item) => `next ${item.id}`)] })),
    addToQueue: (items: Playable[]) => set(({ queued }) => ({ queued: [...queued, ...items.map((item) => `last ${item.id}`)] })),
  };
}

/** The engine of that player. */
export const useEngine = () => ({ prepare: () => {} });
