import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aTrack, renderPages, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { BroadcastPage } from './broadcast-page';

it('a track that was found by its words plays next', async () => {
  const queue = { taken: [], slots: [], problem: '' };
  const { of, bodies } = serve({
    ...signedIn,
    'GET /api/radios/s1': () => aStation('s1', { mode: 'both', canManage: true }),
    'GET /api/radios/s1/queue': () => queue,
    'GET /api/radios/s1/requests': () => ({ isOpen: false, perHour: 3, isByVote: false, items: [] }),
    'GET /api/search': () => ({ tracks: [aTrack('t1', { title: 'Sinnerman' })] }),
    'POST /api/radios/s1/queue/add': () => queue,
  });
  await renderPages({ '/radios/$id/manage': BroadcastPage }, '/radios/s1/manage?tab=next');
  await userEvent.click(await screen.findByRole('searchbox', { name: 'Play a track next' }));
  await userEvent.paste('sinner');
  await userEvent.click(await screen.findByRole('button', { name: 'Play Sinnerman next' }));
  await waitFor(() => expect(bodies('POST /api/radios/s1/queue/add')).toEqual([{ trackIds: ['t1'] }]));
  expect(of('GET /api/search')).toEqual(['GET /api/search?q=sinner&limit=6']);
});
