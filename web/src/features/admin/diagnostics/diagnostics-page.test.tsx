import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { second } from '@/lib/format';
import { renderApp } from '@/testing/app';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const checks = [
  { name: 'data', state: 'ok', says: '/srv/data is writable.', remedy: '' },
  { name: 'port', state: 'broken', says: 'Cannot listen.', remedy: 'Choose another with --listen.' },
];
const line = { number: 7, time: '2026-11-28T12:00:00.250Z', level: 'warn', message: 'reload station failed', attributes: 'mount=night' };
const log = { level: 'info', until: null, last: 7, lines: [line] };

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/diagnostics', {
    'GET /api/auth/user': admin,
    'GET /api/admin/checks': checks,
    'GET /api/admin/log': log,
    'GET /api/admin/alerts/unread': { unread: 0 },
    ...answers,
  });

it('shows what works, what does not, and what to do', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Checks' });
  const [data, port] = within(list).getAllByRole('listitem');
  expect(data?.textContent).toBe('Data folderWorks/srv/data is writable.');
  expect(port?.textContent).toBe('PortBrokenCannot listen.Choose another with --listen.');
  expect(screen.getByRole('link', { name: 'Download support bundle' }).getAttribute('href')).toBe('/api/admin/support-bundle');
});

/** The addresses of all requests. */
const addresses = () => vi.mocked(fetch).mock.calls.map(([input]) => String(input));

it('searches the log and logs more', async () => {
  const app = show({ 'PUT /api/admin/log/level': { detail: 'ok' } });
  const when = second(line.time, 'en');
  expect((await screen.findByRole('log')).textContent).toBe(`${when} warn reload station failed mount=night`);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Log from' }), 'Debug');
  await waitFor(() => expect(app.bodies('PUT /api/admin/log/level')).toEqual([{ level: 'debug' }]));
  expect(await screen.findByText('The level of the log is changed for half an hour.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show from' }), 'Error');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find in the log' }), 'night');
  await waitFor(() => expect(addresses().at(-1)).toContain('level=error&q=night'));
});

it('says that no line matches', async () => {
  show({ 'GET /api/admin/log': { ...log, lines: [] } });
  expect(await screen.findByText('No lines match.')).toBeTruthy();
});
