import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { artOf } from '@/lib/art';
import { useOffline } from '@/lib/offline';
import { renderPlayer } from '@/player/view/test-app';
import { DownloadsPage } from './downloads-page';

it('a song without a picture has that of its album', async () => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  vi.stubGlobal('caches', {});
  vi.stubGlobal('isSecureContext', true);
  const song = { kind: 'track', id: 't1', title: 'Glass Garden', album: 'Night Trains', coverUrl: null } as const;
  useOffline.setState({ downloads: { 'track/t1': { ...song, state: 'done', done: 1, total: 1, bytes: 4e6 } } });
  renderPlayer(<DownloadsPage />);
  const [row] = await screen.findAllByRole('listitem');
  expect(row?.querySelector('[data-slot="cover"]')?.getAttribute('src')).toBe(artOf('Night Trains'));
});
