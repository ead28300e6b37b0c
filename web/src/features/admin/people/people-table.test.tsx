import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as files from '@/lib/save-file';
import { renderApp } from '@/testing/app';

const olga = {
  id: 'u1',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Operator',
  role: 'admin',
  createdAt: '2025-03-01T12:00:00Z',
};
const member = (change: object) => ({
  ...olga,
  authProvider: null,
  isActive: true,
  isVerified: true,
  isLocked: false,
  lastLoginAt: null,
  lastActiveAt: null,
  storage: 0,
  deleteAt: null,
  isRemoved: false,
  ...change,
});
const ada = member({ id: 'u2', email: 'ada@example.com', firstName: 'Áda', lastName: 'Lovelace', role: 'listener', storage: 2_500_000 });
const bob = member({
  id: 'u3',
  email: 'bob@example.com',
  firstName: '',
  lastName: '',
  role: 'creator',
  isActive: false,
  authProvider: 'google',
  deleteAt: '2026-12-20T12:00:00Z',
  isRemoved: true,
});
const uses = {
  tracks: 7,
  playlists: 2,
  stations: 1,
  mixes: 0,
  automixes: 3,
  plays: 40,
  listened: 7200,
  compositions: 5,
  removalEnd: '2026-12-29T12:00:00Z',
};
const BULK = 'POST /api/admin/users/bulk';

/** The addresses that the list was read from. */
let asked: URLSearchParams[] = [];

function show(search = '', answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp(`/admin/users${search}`, {
    'GET /api/auth/user': olga,
    'GET /api/users': [member({}), ada, bob],
    'GET /api/admin/users/u2': { ...ada, ...uses },
    'GET /api/admin/users/u3': { ...bob, ...uses },
    'GET /api/admin/users/u2/sessions': [
      {
        id: 's1',
        name: '',
        device: 'Firefox on Linux',
        address: '10.0.0.1',
        createdAt: '2026-11-01T12:00:00Z',
        lastUsedAt: '2026-11-02T12:00:00Z',
      },
    ],
    'GET /api/admin/users/u3/sessions': [],
    'GET /api/admin/users/u2/api-keys': [
      {
        id: 'k1',
        name: 'Car',
        scopes: ['listen', 'write'],
        createdAt: '2026-11-01T12:00:00Z',
        expiresAt: null,
        lastUsedAt: null,
        lastAddress: '',
      },
    ],
    'GET /api/admin/users/u3/api-keys': [],
    'GET /api/admin/users/u2/limits': { storage: null, aiBudget: 2.5, version: 11 },
    'GET /api/admin/users/u3/limits': { storage: null, aiBudget: null, version: 12 },
    ...answers,
  });
  const server = vi.mocked(globalThis.fetch);
  const answer = server.getMockImplementation();
  asked = [];
  server.mockImplementation((input, init) => {
    const url = new URL(String(input), 'http://sonora.test');
    if (url.pathname === '/api/users') asked.push(url.searchParams);
    return (answer as typeof fetch)(input, init);
  });
  return app;
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const said = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const open = async (name: string) => {
  const row = await rowOf(name);
  await userEvent.click(within(row).getByRole('rowheader'));
  return screen.findByRole('dialog', { name });
};

beforeEach(() => localStorage.clear());

describe('the table of people', () => {
  it('shows each person with what the server says', async () => {
    show();
    const row = await rowOf('Áda Lovelace');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers.slice(1)).toEqual([
      'Person',
      'Email',
      'Role',
      'Signs in with',
      'Verified',
      'Storage',
      'Joined',
      'Last active',
      'Status',
    ]);
    for (const text of ['ada@example.com', 'Listener', '2.5 MB', 'March 1, 2025', 'Never', 'Active'])
      expect(within(row).getByText(text)).toBeTruthy();
    const leaving = await rowOf('bob@example.com');
    for (const text of ['Being deleted', 'Will be deleted on December 20, 2026']) expect(within(leaving).getByText(text)).toBeTruthy();
  });

  it('keeps search, order, filters and page in the address, and asks the server for them', async () => {
    const app = show('?sort=-storage&page=2&role=creator');
    await rowOf('Áda Lovelace');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ sort: '-storage', role: 'creator', at: '50', limit: '50' });
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'leaving');
    await userEvent.type(screen.getByLabelText('Search by name or email'), 'ada');
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
        q: 'ada',
        sort: '-storage',
        role: 'creator',
        status: 'leaving',
        at: '0',
        limit: '50',
      }),
    );
    expect(app.address()).toBe('/admin/users?sort=-storage&role=creator&status=leaving&q=ada');
  });

  it('does not select oneself, disables others and takes it back', async () => {
    const app = show('', { [BULK]: { done: ['u2'], unchanged: [], failed: [{ id: 'u3', detail: 'This is the last operator.' }] } });
    await rowOf('Áda Lovelace');
    expect(screen.queryByRole('checkbox', { name: 'Select Olga Operator' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }));
    const failures = await screen.findByRole('dialog', { name: '1 done, 1 not' });
    for (const text of ['bob@example.com', 'This is the last operator.']) expect(within(failures).getByText(text)).toBeTruthy();
    await userEvent.click(within(failures).getByRole('button', { name: 'Close' }));
    await said('1 account disabled');
    expect(app.bodies(BULK)).toEqual([{ action: 'disable', ids: ['u2', 'u3'] }]);
  });

  it('gives a role, and deletes after a word was typed', async () => {
    const app = show('', { [BULK]: { done: ['u2'], unchanged: [], failed: [] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Áda Lovelace' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make creator' }));
    await said('1 person has another role');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Áda Lovelace' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete?' });
    expect(within(dialog).getByText(/After 30 days/)).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
    await said('1 account will be deleted');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(app.bodies(BULK)).toEqual([
        { action: 'setRole', role: 'creator', ids: ['u2'] },
        { action: 'delete', ids: ['u2'] },
        { action: 'restore', ids: ['u2'] },
      ]),
    );
  });

  it('makes operators only after asking, with the names', async () => {
    const app = show('', { 'POST /api/admin/users/bulk': { done: ['u2'], unchanged: [], failed: [] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Áda Lovelace' }));
    const bar = screen.getByRole('region', { name: 'Actions for the selection' });
    await userEvent.click(within(bar).getByRole('button', { name: 'Make operator' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make operator?' });
    expect(within(dialog).getByText('Áda Lovelace')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(app.bodies('POST /api/admin/users/bulk')).toEqual([]);
    await userEvent.click(within(bar).getByRole('button', { name: 'Make operator' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make operator' }));
    await waitFor(() => expect(app.bodies('POST /api/admin/users/bulk')).toEqual([{ action: 'setRole', role: 'admin', ids: ['u2'] }]));
  });

  it('downloads what it shows', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    show('?role=listener');
    await rowOf('Áda Lovelace');
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(String(save.mock.calls[0]?.[1]).split('\r\n')[2]).toBe(
      'Áda Lovelace,ada@example.com,Listener,Password,Yes,2500000,2025-03-01T12:00:00Z,,Active',
    );
  });
});

describe('the sheet of a person', () => {
  it('opens from an address, such as that of the search, and leaves it when it is closed', async () => {
    const app = show('?q=ada%40example.com&open=u2');
    const sheet = await screen.findByRole('dialog', { name: 'Áda Lovelace' });
    expect(asked[0]?.get('q')).toBe('ada@example.com');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(app.address()).toBe('/admin/users?q=ada%40example.com'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows what they use and where they are signed in, and signs a device out', async () => {
    const app = show('', { 'DELETE /api/admin/users/u2/sessions/s1': {} });
    const sheet = await open('Áda Lovelace');
    for (const text of ['Firefox on Linux', '7', '2h 0m', '40']) expect(await within(sheet).findByText(text)).toBeTruthy();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Sign out Firefox on Linux' }));
    await said('Firefox on Linux is signed out');
    expect(app.bodies('DELETE /api/admin/users/u2/sessions/s1')).toHaveLength(1);
  });

  it('shows their API keys, and revokes one', async () => {
    const app = show('', { 'DELETE /api/admin/users/u2/api-keys/k1': {} });
    const sheet = await open('Áda Lovelace');
    expect(await within(sheet).findByText('Listen, Write · never used')).toBeTruthy();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Revoke Car' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    await said('Car is revoked');
    expect(app.bodies('DELETE /api/admin/users/u2/api-keys/k1')).toHaveLength(1);
  });

  it('sets the limits of a person', async () => {
    const PUT = 'PUT /api/admin/users/u2/limits';
    const app = show('', { [PUT]: { storage: 500, aiBudget: null } });
    const sheet = await open('Áda Lovelace');
    const storage = await within(sheet).findByRole('spinbutton', { name: 'Uploads and automixes (MB)' });
    const save = () => within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Save limits' });
    expect(save().disabled).toBe(true);
    await userEvent.type(storage, '500');
    await userEvent.clear(within(sheet).getByRole('spinbutton', { name: 'AI services per month ($)' }));
    await userEvent.click(save());
    await waitFor(() => expect(toasts()).toContain('Limits of Áda Lovelace saved'));
    expect(app.bodies(PUT)).toEqual([{ storage: 500, aiBudget: null }]);
    const sent = vi.mocked(fetch).mock.calls.find(([, init]) => init?.method === 'PUT');
    expect(new Headers(sent?.[1]?.headers).get('If-Match')).toBe('"11"');
  });

  it('changes the role, disables, signs out, resets and deletes', async () => {
    const PUT = 'PUT /api/admin/users/u2';
    const app = show('', {
      [PUT]: ada,
      'POST /api/admin/users/u2/sign-out': {},
      'POST /api/admin/users/u2/password-reset': {},
      'DELETE /api/admin/users/u2': ada,
    });
    const sheet = await open('Áda Lovelace');
    await userEvent.selectOptions(within(sheet).getByRole('combobox', { name: 'Role of Áda Lovelace' }), 'Creator');
    await said('Áda Lovelace updated');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Disable account' }));
    await waitFor(() => expect(app.bodies(PUT)).toEqual([{ role: 'creator' }, { active: false }]));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Sign out everywhere' }));
    await said('Áda Lovelace is signed out everywhere');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Send password reset link' }));
    await said('Password reset link sent to Áda Lovelace');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Delete account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Áda Lovelace’s account?' });
    expect(within(dialog).getByText(/^Will be deleted on December 29, 2026/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    await said('Áda Lovelace will be deleted on December 29, 2026');
    expect(app.bodies('DELETE /api/admin/users/u2')).toHaveLength(1);
  });

  it('restores a deleted account, or deletes it now after the name was typed', async () => {
    const app = show('', { 'POST /api/admin/users/u3/restore': bob, 'POST /api/admin/users/u3/erase': {} });
    const sheet = await open('bob@example.com');
    expect(within(sheet).getByText('Will be deleted on December 20, 2026')).toBeTruthy();
    expect(within(sheet).queryByRole('button', { name: 'Enable account' })).toBeNull();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Restore account' }));
    await said('bob@example.com is restored');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Delete now' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete now?' });
    await userEvent.type(within(dialog).getByLabelText('Type “bob@example.com” to confirm'), 'bob@example.com{Enter}');
    await said('bob@example.com’s account was deleted');
    expect(app.bodies('POST /api/admin/users/u3/erase')).toHaveLength(1);
  });

  it('offers nothing for oneself', async () => {
    show('', {
      'GET /api/admin/users/u1': { ...member({}), ...uses },
      'GET /api/admin/users/u1/sessions': [],
      'GET /api/admin/users/u1/api-keys': [],
    });
    const sheet = await open('Olga Operator');
    expect(within(sheet).queryByRole('combobox')).toBeNull();
    expect(within(sheet).queryByRole('button', { name: 'Delete account' })).toBeNull();
  });
});
