import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const status = {
  version: '1.0.0',
  startedAt: '2026-11-28T03:00:00Z',
  degraded: [],
  database: { engine: 'sqlite', health: 97.6, answerMs: 1.25 },
  cpu: { percent: 22.7, server: 4.1, processors: 2 },
  memory: 200_000_000,
  disks: [{ holds: ['data', 'media'], free: 5_000_000_000, total: 20_000_000_000, fullAt: '2027-01-30T00:00:00Z' }],
  jobs: { waiting: 1, running: 2, failed: 1 },
  stations: { total: 3, onAir: 2, listeners: 7, interrupted: [{ id: 's1', name: 'Lost FM', problem: '' }] },
  history: [],
};
const job = { id: 'j1', kind: 'export', accountId: null, attempts: 5, error: 'the disk is full', failedAt: '2026-11-28T12:00:00Z' };
const stats = {
  radios: { total: 3, online: 2, offline: 1 },
  music: { playlists: 4, songs: 9 },
  mixes: { total: 5, active: 5 },
  ai: { generated: 6, approved: 4, pending: 2 },
  users: { total: 1, activeToday: 1 },
  streams: { today: 0, weekChangePercent: null },
};

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/status', {
    'GET /api/auth/user': admin,
    'GET /api/admin/status': status,
    'GET /api/admin/stats': stats,
    'GET /api/admin/jobs/failed': [job],
    'GET /api/admin/alerts/unread': { unread: 3 },
    'GET /api/admin/alerts': [],
    ...answers,
  });

it('shows the readings, in the header as well', async () => {
  show();
  expect(await screen.findByText('5.0 GB of 20.0 GB left', { exact: false })).toBeTruthy();
  expect(screen.getByText('Full on', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Lost FM' }).getAttribute('href')).toBe('/radios/s1');
  const lights = screen.getByRole('link', { name: /Online/ });
  expect(lights.textContent).toContain('DB 98%');
  expect(lights.textContent).toContain('CPU 23%');
  expect(screen.getByRole('button', { name: '3 unread notifications' })).toBeTruthy();
  expect(within(screen.getAllByRole('link', { name: /AI Music/ })[0] as HTMLElement).getByText('2')).toBeTruthy();
});

it('says when parts do not work, and when the server does not answer', async () => {
  const app = show({ 'GET /api/admin/status': { ...status, degraded: [{ part: 'disk', detail: 'The disk is full.' }] } });
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Trouble/ })).toBeTruthy();
  app.unmount();
  show({ 'GET /api/admin/status': { status: 500, body: { detail: 'no' } } });
  expect(await screen.findByRole('link', { name: /Offline/ })).toBeTruthy();
});

it('runs a failed job again', async () => {
  const app = show({ 'POST /api/admin/jobs/j1/restart': { detail: 'ok' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry: Export of personal data' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/jobs/j1/restart')).toHaveLength(1));
  expect(await screen.findByText('The job is in the queue again.')).toBeTruthy();
});

const options = () => screen.getAllByRole('option').map((option) => option.textContent);

it('finds settings and sections of the manual, and opens them', async () => {
  const app = show({ 'GET /api/admin/search': { results: [] } });
  const box = await screen.findByPlaceholderText('Search admin panel...');
  await userEvent.type(box, 'backup');
  await waitFor(() => expect(options()).toEqual(expect.arrayContaining(['Backup frequency · DatabaseSetting', 'BackupsManual'])));
  expect(options()).not.toContain('MailManual');
  await userEvent.click(screen.getByRole('option', { name: /^Backups Manual/ }));
  await waitFor(() => expect(app.path()).toBe('/admin/manual'));
  expect(await screen.findByRole('heading', { name: 'Backups' })).toBeTruthy();
});

it('finds things and pages with the keyboard alone', async () => {
  const app = show({
    'GET /api/admin/search': { results: [{ kind: 'song', id: 't1', title: 'Use me', detail: 'Ana' }] },
    'GET /api/tracks/t1': { status: 404, body: {} },
  });
  const box = await screen.findByPlaceholderText('Search admin panel...');
  await userEvent.type(box, 'use');
  await waitFor(() => expect(options().slice(0, 2)).toEqual(['UsersPage', 'Use me · AnaSong']));
  await userEvent.keyboard('{ArrowDown}');
  const [, song] = screen.getAllByRole('option');
  expect(box.getAttribute('aria-activedescendant')).toBe(song?.id);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(app.path()).toBe('/tracks/t1'));
});

it('remembers that the sidebar is collapsed', async () => {
  const app = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
  expect(await screen.findByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  app.unmount();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Expand sidebar' }));
});
