import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useStationEvents } from './station-events';
import { share } from './stream/share';

vi.mock('./stream/share', () => ({ share: vi.fn(() => () => {}) }));
vi.mock('./auth/session', () => ({ useSession: () => ({ status: 'anonymous' }) }));

it('requests the stations of visitors again when one was made, changed or deleted', () => {
  vi.stubGlobal('EventSource', class {});
  const client = new QueryClient();
  client.setQueryData(['/api/radios', { sort: 'popular' }], []);
  renderHook(useStationEvents, { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> });
  const [[, { names }, { event }]] = vi.mocked(share).mock.calls as [Parameters<typeof share>];
  expect(names).toEqual(['station', 'stations']);
  event('stations', 'null');
  expect(client.getQueryState(['/api/radios', { sort: 'popular' }])?.isInvalidated).toBe(true);
});
