import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '@/api/query-client';
import { renderApp } from '@/testing/app';
import { serve } from '@/testing/pages';
import { membersQuery } from './people-queries';

const olga = {
  id: 'u1',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Operator',
  role: 'admin',
  createdAt: '2025-03-01T12:00:00Z',
};
const asMember = (person: object) => ({
  isActive: true,
  isVerified: true,
  isLocked: false,
  authProvider: null,
  lastLoginAt: null,
  ...person,
});
const members = [
  asMember(olga),
  asMember({ ...olga, id: 'u2', email: 'ada@example.com', firstName: 'Áda', lastName: 'Lovelace', role: 'listener', isLocked: true }),
  asMember({ ...olga, id: 'u3', email: 'bob@example.com', firstName: '', lastName: '', role: 'creator', isActive: false }),
];

const show = (tab: string, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/users${tab && `?tab=${tab}`}`, { 'GET /api/auth/user': olga, 'GET /api/users': members, ...answers });

const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const said = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const press = async (name: string) => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const names = () => screen.getAllByRole('listitem').flatMap((item) => item.querySelector('p.font-semibold')?.firstChild?.textContent ?? []);
const choose = async (who: string, what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More options for ${who}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: what }));
};

describe('people', () => {
  it('are listed and found by name, ignoring accents', async () => {
    show('');
    await screen.findByText('Olga Operator');
    expect(names()).toEqual(['Olga Operator', 'Áda Lovelace', 'bob@example.com']);
    expect(screen.getByText('Disabled')).toBeTruthy();
    expect(screen.getByText('Locked out')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Search by name or email'), 'ada l');
    expect(names()).toEqual(['Áda Lovelace']);
    await userEvent.type(screen.getByLabelText('Search by name or email'), 'zzz');
    expect(screen.getByText('No people found.')).toBeTruthy();
  });

  it('are read on all pages', async () => {
    serve({
      'GET /api/users': ({ search }) =>
        search === '' ? { body: members.slice(0, 2), headers: { Link: '</api/users?cursor=x>; rel="next"' } } : { body: members.slice(2) },
    });
    expect(await createQueryClient().fetchQuery(membersQuery)).toEqual(members);
  });

  it('cannot change their own account here', async () => {
    show('');
    expect(await screen.findByText('You')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Role of Olga Operator' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More options for Olga Operator' })).toBeNull();
  });

  it('get roles, and are disabled, enabled, unlocked, signed out, sent a link and deleted', async () => {
    const PUT = 'PUT /api/admin/users/u2';
    const app = show('', {
      [PUT]: members[1] as object,
      'PUT /api/admin/users/u3': members[2] as object,
      'POST /api/admin/users/u2/sign-out': {},
      'POST /api/admin/users/u2/password-reset': {},
      'POST /api/admin/users/u2/unlock': {},
      'DELETE /api/admin/users/u2': {},
    });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Role of Áda Lovelace' }), 'Creator');
    await said('Áda Lovelace updated');
    await choose('Áda Lovelace', 'Disable account');
    await waitFor(() => expect(app.bodies(PUT)).toEqual([{ role: 'creator' }, { active: false }]));
    await choose('bob@example.com', 'Enable account');
    await waitFor(() => expect(app.bodies('PUT /api/admin/users/u3')).toEqual([{ active: true }]));
    await choose('Áda Lovelace', 'Unlock sign-in');
    await said('Áda Lovelace can sign in again');
    await choose('Áda Lovelace', 'Sign out everywhere');
    await said('Áda Lovelace is signed out everywhere');
    await choose('Áda Lovelace', 'Send password reset link');
    await said('Password reset link sent to Áda Lovelace');
    await choose('Áda Lovelace', 'Delete account');
    await press('Delete account');
    await said('Áda Lovelace’s account was deleted');
    expect(app.bodies('DELETE /api/admin/users/u2')).toHaveLength(1);
  });

  it('keep the last operator, with the reason', async () => {
    show('', { 'PUT /api/admin/users/u2': { status: 409, body: { detail: 'There has to be an operator.' } } });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Role of Áda Lovelace' }), 'Creator');
    await said('There has to be an operator.');
  });
});

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
