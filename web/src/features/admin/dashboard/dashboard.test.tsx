import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const stats = {
  radios: { total: 3, online: 2, offline: 1 },
  music: { playlists: 4, songs: 2834 },
  mixes: { total: 5, active: 1 },
  ai: { generated: 6, approved: 4, pending: 2 },
  users: { total: 1250, activeToday: 890 },
  streams: { today: 12, weekChangePercent: 15.2 },
};
const status = {
  version: '1.0.0',
  startedAt: '2026-11-28T03:00:00Z',
  degraded: [],
  database: { engine: 'sqlite', health: 100, answerMs: 1 },
  cpu: { percent: 22, server: 4, processors: 2 },
  memory: null,
  disks: [{ holds: ['data'], free: 5_000_000_000, total: 20_000_000_000, fullAt: '2027-01-30T12:00:00Z' }],
  jobs: { waiting: 1, running: 2, failed: 1 },
  stations: { total: 3, onAir: 2, listeners: 7, interrupted: [{ id: 's1', name: 'Lost FM', problem: '' }] },
  history: [],
};
const event = {
  kind: 'settings_changed',
  detail: 'siteName',
  actor: 'account',
  actorEmail: 'olga@example.com',
  at: '2026-11-28T12:00:00Z',
};

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/dashboard', {
    'GET /api/auth/user': admin,
    'GET /api/admin/stats': stats,
    'GET /api/admin/status': status,
    'GET /api/admin/events': [event],
    ...answers,
  });
const card = async (name: RegExp) => {
  const link = await screen.findByRole('link', { name });
  return [link.textContent?.replace(/\s+/g, ' '), link.getAttribute('href')];
};

it('shows the figures of the server, each leading to where it comes from', async () => {
  show();
  expect(await card(/^Radio stations 3/)).toEqual(['Radio stations 3 2 online, 1 offline', '/admin/radios']);
  expect(await card(/^Music library/)).toEqual(['Music library 2,834 songs 4 playlists', '/admin/playlists']);
  expect(await card(/^DJ mixes/)).toEqual(['DJ mixes 5 1 active', '/admin/mixes']);
  expect(await card(/^AI music 6/)).toEqual(['AI music 6 4 approved, 2 pending', '/admin/ia']);
  expect(await card(/^Active users/)).toEqual(['Active users 890 active today, of 1,250 in total', '/admin/users']);
  expect(await card(/^Daily streams/)).toEqual(['Daily streams 12 +15.2% this week', '/admin/analytics']);
});

it('shows what needs attention now', async () => {
  show();
  expect(await card(/^Listeners now/)).toEqual(['Listeners now 7 of radio stations', '/admin/radios']);
  expect(await card(/^Storage left/)).toEqual([
    'Storage left 5.0 GB of 20.0 GB, full on January 30, 2027 if it goes on like this',
    '/admin/status',
  ]);
  expect(await card(/^Failed jobs/)).toEqual(['Failed jobs 1 in the last 24 hours', '/admin/status']);
  expect(await card(/^Stations in trouble/)).toEqual(['Stations in trouble 1 Lost FM', '/admin/status']);
  expect(screen.getByRole('link', { name: 'System Online' })).toBeTruthy();
});

it('has no trend without earlier streams', async () => {
  show({ 'GET /api/admin/stats': { ...stats, streams: { today: 1, weekChangePercent: null } } });
  expect(await screen.findByText('— this week')).toBeTruthy();
});

it('says that the server is in trouble, or away', async () => {
  const app = show({ 'GET /api/admin/status': { ...status, degraded: [{ part: 'disk', detail: 'The disk is full.' }] } });
  expect(await screen.findByText('System in Trouble')).toBeTruthy();
  app.unmount();
  show({ 'GET /api/admin/status': { status: 500, body: { detail: 'no' } } });
  expect(await screen.findByText('System Offline')).toBeTruthy();
});

it('shows the latest entries of the audit log, with the person', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Recent Activity' });
  expect(within(list).getByText(/siteName/)).toBeTruthy();
  expect(within(list).getByText('olga@example.com')).toBeTruthy();
});

it.each([
  ['Add Radio Station', '/admin/radios'],
  ['Upload Music', '/admin/playlists'],
  ['Review AI Content', '/admin/ia'],
  ['System Settings', '/admin/settings'],
])('leads by %s to %s', async (name, path) => {
  const app = show();
  await userEvent.click(await screen.findByRole('link', { name }));
  await waitFor(() => expect(app.path()).toBe(path));
});

it('keeps scan, folders and files that need attention with the music', async () => {
  show().unmount();
  renderApp('/admin/playlists?tab=files', { 'GET /api/auth/user': admin, 'GET /api/library/problems': [], 'GET /api/library/missing': [] });
  expect(await screen.findByText('/srv/music')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start scan' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Files that could not be added' })).toBeTruthy();
});
