import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aTrack, renderPages, serve } from '@/testing/pages';
import { TrackFinder } from './track-finder';

it('finds tracks by their words and adds one', async () => {
  const { of } = serve({ 'GET /api/search': () => ({ tracks: [aTrack('t1', { title: 'Sinnerman' })] }) });
  const onAdd = vi.fn();
  await renderPages({ '/': () => <TrackFinder onAdd={onAdd} /> }, '/');
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.paste('sinner');
  await userEvent.click(await screen.findByRole('button', { name: 'Add Sinnerman' }));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ id: 't1' }));
  await waitFor(() => expect(of('GET /api/search')).toEqual(['GET /api/search?q=sinner&limit=8']));
});
