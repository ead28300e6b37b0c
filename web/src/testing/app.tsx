import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { watchSession } from '@/api/auth/session';
import { createQueryClient } from '@/api/query-client';
import { createAppRouter } from '@/app/routes';
import { fakePlayer } from '@/player/engine/testing';
import { PlayerProvider } from '@/player/view/player-provider';
import { MenuHost } from '@/ui/menu/menu-host';
import { ToastHost } from '@/ui/toast/toast';
import { dismissToast, useToast } from '@/ui/toast/toast-store';
import { TooltipProvider } from '@/ui/tooltip';

/** A server response: a body, a failure, or none. */
type Answer = 'never' | { status: number; body: unknown } | object;

const EMPTY_LIBRARY = {
  stats: { tracks: 0, albums: 0, artists: 0, genres: 0, missing: 0, problems: 0, duration: 0, bytes: 0 },
  roots: ['/srv/music'],
  scan: { state: 'idle' },
};

const DEFAULTS: Record<string, Answer> = {
  'GET /api/auth/user': { status: 401, body: { detail: 'Authentication credentials were not provided.' } },
  'GET /api/config': {
    siteName: 'Sonora',
    siteDescription: '',
    version: '1.0.0',
    passwordMinLength: 6,
    developerPanels: false,
    requireSignIn: false,
    passkeys: '',
    providers: [],
  },
  'GET /api/welcome': { greeting: 'Welcome to Sonora!', timestamp: '2025-03-01T12:00:00Z' },
  'GET /api/library': EMPTY_LIBRARY,
  'GET /api/tracks': [],
  'GET /api/recently-played': [],
};

const isFailure = (answer: object): answer is { status: number; body: unknown } => 'status' in answer && 'body' in answer;

/** Renders the whole app at an address, with a server that answers by `METHOD path`. */
export function renderApp(address: string, answers: Record<string, Answer>) {
  const calls: { name: string; body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const name = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
    calls.push({ name, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const answer = answers[name] ?? DEFAULTS[name] ?? { status: 404, body: { detail: 'Not found.' } };
    if (answer === 'never') return new Promise(() => {});
    const { status, body } = isFailure(answer as object) ? (answer as { status: number; body: unknown }) : { status: 200, body: answer };
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  });
  dismissToast();
  useToast.setState({ toast: null, open: false });
  const client = createQueryClient();
  const router = createAppRouter();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const stop = watchSession(client, () => void router.navigate({ to: '/login' }));
  onTestFinished(stop); // it would hear of the sessions of later tests
  const player = fakePlayer();
  const { engine } = player;
  const view = render(
    <QueryClientProvider client={client}>
      <PlayerProvider create={() => ({ engine, connect: () => () => {} })}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <MenuHost />
          <ToastHost />
        </TooltipProvider>
      </PlayerProvider>
    </QueryClientProvider>,
  );
  return {
    ...view,
    engine,
    player,
    client,
    path: () => router.state.location.pathname,
    /** Path and query. */
    address: () => router.state.location.href,
    go: (to: string) => router.navigate({ to }),
    /** The bodies of the calls with that name. */
    bodies: (name: string) => calls.filter((call) => call.name === name).map((call) => call.body),
  };
}
