import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const STATS = {
  radios: { total: 2, online: 1, offline: 1 },
  music: { playlists: 1, songs: 5 },
  mixes: { total: 1, active: 1 },
  ai: { generated: 0, approved: 0, pending: 0 },
  users: { total: 4, activeToday: 3 },
  streams: { today: 17, weekChangePercent: 12.5 },
};
const show = (section: string, answers: Parameters<typeof renderApp>[1]) =>
  renderApp(`/admin/${section}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/stats': STATS,
    ...answers,
  });
it('lists the playlists of all members, and links only those that others may open', async () => {
  const list = { id: 'p1', name: 'Sunday', description: '', genre: 'Jazz', songCount: 5, totalDuration: 3600, isPublic: true };
  show('playlists', { 'GET /api/admin/playlists': [list, { ...list, id: 'p2', name: 'Secret', isPublic: false }] });
  await userEvent.click(await screen.findByRole('tab', { name: 'Playlists' }));
  expect(await screen.findByRole('link', { name: 'Sunday' })).toBeTruthy();
  expect(screen.getByText('Secret')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Secret' })).toBeNull();
});
