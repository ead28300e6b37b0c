import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const olga = {
  id: 'u1',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Operator',
  role: 'admin',
  createdAt: '2025-03-01T12:00:00Z',
};
const show = (tab: string, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/users${tab && `?tab=${tab}`}`, { 'GET /api/auth/user': olga, ...answers });

const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const said = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const press = async (name: string) => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('invitations', () => {
  const item = {
    id: 'i1',
    note: 'For Grace',
    role: 'listener',
    usesLeft: 2,
    createdAt: '2026-11-01T12:00:00Z',
    expiresAt: '2026-12-01T12:00:00Z',
  };

  it('are created, show their link once, and are revoked', async () => {
    const POST = 'POST /api/admin/invitations';
    const app = show('invitations', {
      'GET /api/admin/invitations': [item],
      [POST]: { ...item, link: 'https://music.example/invite#secret' },
      'DELETE /api/admin/invitations/i1': {},
    });
    expect(await screen.findByText('2 uses left · until December 1, 2026')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    await userEvent.type(await screen.findByLabelText('Note'), 'For Grace');
    await press('Create invitation');
    expect(await screen.findByText('https://music.example/invite#secret')).toBeTruthy();
    expect(app.bodies(POST)).toEqual([{ note: 'For Grace', role: 'listener', uses: 1, days: 7 }]);
    await press('I have saved it');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke For Grace' }));
    await press('Revoke');
    await said('Invitation revoked');
    expect(app.bodies('DELETE /api/admin/invitations/i1')).toHaveLength(1);
  });
});

it('shows who did what from where in the audit log', async () => {
  const event = {
    at: '2026-11-21T12:00:00Z',
    kind: 'role_changed',
    actor: 'account',
    email: 'ada@example.com',
    actorEmail: 'olga@example.com',
    device: 'Firefox on Linux',
    address: '10.0.0.1',
    detail: 'creator',
  };
  show('log', {
    'GET /api/admin/events': [
      event,
      { ...event, kind: 'sign_in_unlocked', actor: 'operator', actorEmail: null, device: '', address: '', detail: '' },
    ],
  });
  expect(await screen.findByText('Role changed: creator')).toBeTruthy();
  expect(screen.getByText('ada@example.com · by olga@example.com · Firefox on Linux · 10.0.0.1')).toBeTruthy();
  expect(screen.getByText('ada@example.com · by the command line')).toBeTruthy();
});
