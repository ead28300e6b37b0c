import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const mix = {
  id: 'm1',
  title: 'Night Set',
  djName: 'Luz',
  category: 'Live',
  genre: 'House',
  bpm: 124.3,
  duration: 5400,
  fileSize: 82.4,
  playCount: 12,
  likes: 3,
  isActive: true,
  isPublic: true,
  audioUrl: '/api/mixes/m1/stream',
  coverImageUrl: null,
};
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
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

it('lists the mixes, and hides one from listeners', async () => {
  const app = show('mixes', { 'GET /api/admin/mixes': [mix], 'PUT /api/admin/mixes/m1': { ...mix, isActive: false } });
  const row = await rowOf('Night Set');
  expect(headers()).toEqual(['Mix', 'Category', 'BPM', 'Duration', 'Size', 'Plays', 'Likes', 'Status', 'Actions']);
  for (const text of ['124', '1h 30m', '82.4 MB', 'Active', 'Public']) expect(within(row).getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More options for Night Set' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide from listeners' }));
  await waitFor(() => expect(app.bodies('PUT /api/admin/mixes/m1')).toEqual([{ isActive: false }]));
});

it('lists the playlists of all members, and links only those that others may open', async () => {
  const list = { id: 'p1', name: 'Sunday', description: '', genre: 'Jazz', songCount: 5, totalDuration: 3600, isPublic: true };
  show('playlists', { 'GET /api/admin/playlists': [list, { ...list, id: 'p2', name: 'Secret', isPublic: false }] });
  await userEvent.click(await screen.findByRole('tab', { name: 'Playlists' }));
  expect(await screen.findByRole('link', { name: 'Sunday' })).toBeTruthy();
  expect(screen.getByText('Secret')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Secret' })).toBeNull();
});
