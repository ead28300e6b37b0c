import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '@/api/query-client';
import { fakePlayer } from '@/player/engine/testing';
import { TooltipProvider } from '@/ui/tooltip';
import { PlayerProvider } from './player-provider';

/** Renders a part of the player with all its providers, on a fake engine. */
export function renderPlayer(part: ReactNode) {
  const player = fakePlayer();
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const create = () => ({ engine: player.engine, connect: () => () => {} });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={router}>
        <TooltipProvider>
          <PlayerProvider create={create}>{part}</PlayerProvider>
        </TooltipProvider>
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  return player;
}
