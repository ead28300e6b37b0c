import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { handleEvent } from '@/api/events';
import { renderApp } from '@/testing/app';

const member = { id: 'u1', email: 'ana@example.com', firstName: 'Ana', lastName: '', role: 'creator', createdAt: '2025-03-01T12:00:00Z' };
const operator = { ...member, role: 'admin' };
const config = { siteName: 'Sonora', siteDescription: '', version: '1.0.0', providers: [], maintenance: null as object | null };
const maintained = (maintenance: object | null) => ({ 'GET /api/config': { ...config, maintenance } });

afterEach(() => void vi.useRealTimers());

it('says until when the server is being maintained, and why', async () => {
  renderApp('/settings', { 'GET /api/auth/user': member, ...maintained({ message: 'New disks', until: '2999-01-01T12:00:00Z' }) });
  const text = await screen.findByText(/^This server is being maintained until Jan 1, 2999/);
  expect(text.closest('[role=status]')?.textContent).toContain('New disks');
});

it('goes when it is over', async () => {
  const until = new Date(Date.now() + 1500).toISOString();
  renderApp('/settings', { 'GET /api/auth/user': member, ...maintained({ message: '', until }) });
  await screen.findByText(/^This server is being maintained until/);
  await waitFor(() => expect(screen.queryByText(/^This server is being maintained/)).toBeNull(), { timeout: 4000 });
});

it('appears and goes with the event of changed settings', async () => {
  const answers = { 'GET /api/auth/user': member, ...maintained(null) };
  const app = renderApp('/settings', answers);
  await waitFor(() => expect(app.client.getQueryData(['/api/config'])).toBeTruthy());
  answers['GET /api/config'] = { ...config, maintenance: { message: '', until: null } };
  act(() => handleEvent(app.client, 'settings', ''));
  await screen.findByText('This server is being maintained. You can listen, but nothing can be changed for now.');
  answers['GET /api/config'] = { ...config, maintenance: null };
  act(() => handleEvent(app.client, 'settings', ''));
  await waitFor(() => expect(screen.queryByText(/being maintained/)).toBeNull());
});

it('is turned on with a message and an end by an operator', async () => {
  const app = renderApp('/admin', {
    'GET /api/auth/user': operator,
    ...maintained(null),
    'PATCH /api/admin/settings': { status: 200, body: {} },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Maintenance mode' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'New disks');
  await userEvent.type(screen.getByLabelText('Ends at'), '2999-01-01T12:00');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await waitFor(() =>
    expect(app.bodies('PATCH /api/admin/settings')).toEqual([
      { maintenance: true, maintenanceMessage: 'New disks', maintenanceUntil: new Date('2999-01-01T12:00').toISOString() },
    ]),
  );
  expect(await screen.findByText('Maintenance mode is on.')).toBeTruthy();
});

it('is turned off by an operator, who sees why that fails', async () => {
  const app = renderApp('/admin', {
    'GET /api/auth/user': operator,
    ...maintained({ message: 'New disks', until: null }),
    'PATCH /api/admin/settings': { status: 409, body: { detail: 'maintenance is fixed by the server’s configuration.' } },
  });
  expect(await screen.findByText('Maintenance mode is on. Only operators can change anything.')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Maintenance mode' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('maintenance is fixed by the server’s configuration.')).toBeTruthy();
  expect(app.bodies('PATCH /api/admin/settings')).toEqual([{ maintenance: false, maintenanceMessage: 'New disks', maintenanceUntil: '' }]);
});
