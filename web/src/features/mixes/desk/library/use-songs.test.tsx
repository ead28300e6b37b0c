import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import type { History } from '@/dj/choose/history';
import type { Prepared } from '@/dj/choose/prepared';
import { aTrack } from '@/testing/pages';
import { useSongs } from './use-songs';

const watched = (state: object) => ({ get: () => state, subscribe: () => () => {} });

it('searches all songs that somebody likes, whatever page they are on', async () => {
  const pages: Record<string, unknown> = {
    'limit=500': [aTrack('t1', { title: 'First' })],
    'limit=500&cursor=2': [aTrack('t2', { title: 'Círculo' }), aTrack('t3', { title: 'Third' })],
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://sonora.test');
    const page = pathname === '/api/liked-tracks' ? pages[searchParams.toString()] : undefined;
    const headers = searchParams.has('cursor') ? undefined : { Link: '</api/liked-tracks?limit=500&cursor=2>; rel="next"' };
    return Promise.resolve(new Response(JSON.stringify(page ?? []), { headers }));
  });
  const client = createQueryClient();
  const lists = { prepared: watched({ tracks: [] }) as unknown as Prepared, history: watched({ heard: [] }) as unknown as History };
  const { result } = renderHook(() => useSongs({ source: 'liked', words: 'circulo', sort: null, leader: null, ...lists }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.rows.map((row) => row?.track.title)).toEqual(['Círculo']));
});
