import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '@/api/auth/tokens';
import { renderApp } from '@/testing/app';
import { ACCOUNT, member, security } from './testing';

type Answers = Parameters<typeof renderApp>[1];

const CODES = Array.from({ length: 10 }, (_, i) => `code-${i}`);
const passkey = { id: 'p1', name: 'Phone', createdAt: '2026-11-01T12:00:00Z', lastUsedAt: null };

const show = (answers: Answers = {}) => renderApp('/settings?tab=security', { ...ACCOUNT, ...answers });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const said = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const press = async (name: string) => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const password = async () => userEvent.type(await screen.findByLabelText('Your password'), 'quiet-river');
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const region = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => vi.unstubAllGlobals());

describe('the second factor', () => {
  it('is set up with a QR code, a six-digit code, and recovery codes shown once', async () => {
    const app = show({
      'POST /api/account/totp/begin': { secret: 'JBSWY3DP', uri: 'otpauth://x', qr: 'data:image/png;base64,AA', enrolment: 'e1' },
      'POST /api/account/totp': { recoveryCodes: CODES },
    });
    await userEvent.click((await region('Second factor')).getByRole('button', { name: 'Set up' }));
    await password();
    await press('Continue');
    expect((await screen.findByAltText('QR code for the authenticator app')).getAttribute('src')).toMatch(/^data:image/);
    expect(screen.getByText('JBSWY3DP')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Six-digit code'), '123456');
    await press('Turn on');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    expect(app.bodies('POST /api/account/totp/begin')).toEqual([{ password: 'quiet-river' }]);
    expect(app.bodies('POST /api/account/totp')).toEqual([{ enrolment: 'e1', code: '123456' }]);
    const before = app.bodies('GET /api/account/security').length;
    await press('I have saved them');
    await closed();
    await waitFor(() => expect(app.bodies('GET /api/account/security').length).toBeGreaterThan(before));
  });

  it('says if the first code is wrong', async () => {
    show({
      'POST /api/account/totp/begin': { secret: 'JBSWY3DP', uri: 'otpauth://x', qr: 'data:image/png;base64,AA', enrolment: 'e1' },
      'POST /api/account/totp': { status: 400, body: { detail: 'This code is incorrect.', code: ['This code is incorrect.'] } },
    });
    await userEvent.click((await region('Second factor')).getByRole('button', { name: 'Set up' }));
    await password();
    await press('Continue');
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '000000');
    await press('Turn on');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect.');
  });

  it('is turned off, and its codes are renewed, after entering the password', async () => {
    const copied: string[] = [];
    const app = show({
      'GET /api/account/security': { ...security, totp: true, recoveryCodesLeft: 7 },
      'POST /api/account/recovery-codes': { recoveryCodes: CODES },
      'POST /api/account/totp/off': { detail: 'ok' },
    });
    expect(await screen.findByText(/^7 codes left\./)).toBeTruthy();
    await click('Create new codes');
    await password();
    await press('Create new codes');
    await screen.findByRole('list', { name: 'Recovery codes' });
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } });
    await press('Copy');
    await said('Copied');
    expect(copied).toEqual([CODES.join('\n')]);
    await press('I have saved them');
    await closed();
    await click('Turn off');
    await password();
    await press('Turn off');
    await said('The authenticator app is off');
    expect(app.bodies('POST /api/account/totp/off')).toEqual([{ password: 'quiet-river' }]);
  });

  it('is required if the server requires it', async () => {
    const factorDueAt = '2026-12-01T12:00:00Z';
    const required = { ...security, factorRequired: true, factorDueAt };
    renderApp('/updates', { ...ACCOUNT, 'GET /api/auth/user': { ...member, factorDueAt }, 'GET /api/account/security': required });
    expect(await screen.findByText('Set up a second factor before December 1, 2026')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Set up' }));
    expect(await screen.findByRole('region', { name: 'Second factor' })).toBeTruthy();
  });

  it('is not required once it is set up', async () => {
    const factorDueAt = '2026-12-01T12:00:00Z';
    const done = { ...security, factorRequired: true, factorDueAt, totp: true };
    const app = renderApp('/updates', { ...ACCOUNT, 'GET /api/auth/user': { ...member, factorDueAt }, 'GET /api/account/security': done });
    await waitFor(() => expect(app.bodies('GET /api/account/security')).toHaveLength(1));
    expect(screen.queryByText(/Set up a second factor/)).toBeNull();
  });
});

describe('passkeys', () => {
  const BEGIN = 'POST /api/account/passkeys/begin';
  const ADD = 'POST /api/account/passkeys';
  const config = { siteName: 'Sonora', version: '1.0.0', passwordMinLength: 6, passkeys: 'localhost' };
  const options = { challenge: 'AA', rp: { name: 'Sonora' }, user: { id: 'AA', name: 'ada', displayName: 'Ada' }, pubKeyCredParams: [] };

  /** A browser whose authenticator responds like this. */
  const withDevice = (create: () => Promise<unknown>) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'test', credentials: { create } });
  };

  it('cannot be added if they do not work here', async () => {
    show();
    expect(await screen.findByText(/Passkeys do not work in this browser/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
  });

  it('are added, with recovery codes for the first one', async () => {
    withDevice(async () => ({ toJSON: () => ({ id: 'cred' }) }));
    const app = show({ 'GET /api/config': config, [BEGIN]: { ceremony: 'c1', options }, [ADD]: { ...passkey, recoveryCodes: CODES } });
    await click('Add passkey');
    await userEvent.type(await screen.findByLabelText('Name'), 'Phone');
    await password();
    await press('Add passkey');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy();
    expect(app.bodies(BEGIN)).toEqual([{ password: 'quiet-river' }]);
    expect(app.bodies(ADD)).toEqual([{ ceremony: 'c1', name: 'Phone', credential: { id: 'cred' } }]);
  });

  it('can be cancelled by the person', async () => {
    withDevice(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    const app = show({ 'GET /api/config': config, [BEGIN]: { ceremony: 'c1', options } });
    await click('Add passkey');
    await password();
    await press('Add passkey');
    expect((await screen.findByRole('alert')).textContent).toBe('The browser did not create a passkey.');
    expect(app.bodies(ADD)).toEqual([]);
  });

  it('are renamed and removed', async () => {
    const RENAME = 'PUT /api/account/passkeys/p1';
    const REMOVE = 'DELETE /api/account/passkeys/p1';
    const app = show({ 'GET /api/account/security': { ...security, passkeys: [passkey] }, [RENAME]: {}, [REMOVE]: {} });
    expect(await screen.findByText('Added November 1, 2026 · never used')).toBeTruthy();
    await click('Rename Phone');
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Old phone');
    await press('Rename');
    await closed();
    expect(app.bodies(RENAME)).toEqual([{ name: 'Old phone' }]);
    await click('Remove Phone');
    await password();
    await press('Remove');
    await said('Passkey removed');
    expect(app.bodies(REMOVE)).toEqual([{ password: 'quiet-river' }]);
  });
});

describe('devices', () => {
  it('are listed, with the current one marked, and signed out one by one or together', async () => {
    const app = show({ 'DELETE /api/account/sessions/s2': {}, 'DELETE /api/account/sessions': {} });
    const devices = await region('Devices');
    expect(await devices.findByText('this device')).toBeTruthy();
    expect(devices.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
    await click('Sign out Safari on iPhone');
    await said('Device signed out');
    await click('Sign out all others');
    await said('All other devices are signed out');
    expect(app.bodies('DELETE /api/account/sessions/s2')).toHaveLength(1);
    expect(app.bodies('DELETE /api/account/sessions')).toHaveLength(1);
  });

  it('are renamed', async () => {
    const app = show({ 'PUT /api/account/sessions/s2': { detail: 'ok' } });
    await click('Rename Safari on iPhone');
    await userEvent.type(screen.getByLabelText('Name'), ' Kitchen ');
    await press('Rename');
    await closed();
    expect(app.bodies('PUT /api/account/sessions/s2')).toEqual([{ name: 'Kitchen' }]);
    expect(app.bodies('GET /api/account/sessions').length).toBeGreaterThan(1);
  });

  it('show their name and their kind', async () => {
    show({ 'GET /api/account/sessions': [{ ...ACCOUNT['GET /api/account/sessions'][1], name: 'Kitchen' }] });
    expect(await screen.findByRole('button', { name: 'Sign out Kitchen' })).toBeTruthy();
    expect(screen.getByText(/^Safari on iPhone · /)).toBeTruthy();
  });

  it('are all signed out, including the current one', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    const app = show({ 'POST /api/account/sessions/end': {}, 'POST /api/auth/logout/': { detail: 'ok' } });
    await click('Sign out everywhere');
    await press('Sign out everywhere');
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies('POST /api/account/sessions/end')).toHaveLength(1);
    expect(tokens.exist()).toBe(false);
  });
});

describe('API keys', () => {
  const item = {
    id: 'k1',
    name: 'Car',
    scopes: ['listen'],
    createdAt: '2026-11-01T12:00:00Z',
    expiresAt: null,
    lastUsedAt: '2026-11-20T12:00:00Z',
    lastAddress: '',
  };
  const POST = 'POST /api/account/api-keys';

  it('are created for a music app, and shown once with what it asks for', async () => {
    const app = show({ [POST]: { ...item, secret: 'abcd-efgh' } });
    expect(await screen.findByText('You have no API keys.')).toBeTruthy();
    await click('Create API key');
    await userEvent.type(await screen.findByLabelText('Name'), 'Car');
    await password();
    await press('Create API key');
    expect(await screen.findByText('abcd-efgh')).toBeTruthy();
    expect(screen.getByText(location.origin)).toBeTruthy();
    expect(app.bodies(POST)).toEqual([{ name: 'Car', scopes: ['listen'], password: 'quiet-river' }]);
    await press('I have saved it');
    await closed();
    await click('Create API key');
    expect(screen.queryByText('abcd-efgh')).toBeNull();
  });

  it('are created for programs, for a time', async () => {
    const app = show({ [POST]: { ...item, scopes: ['read'], secret: 'abcd-efgh' } });
    await click('Create API key');
    await userEvent.type(await screen.findByLabelText('Name'), 'Script');
    await userEvent.click(screen.getByRole('switch', { name: 'Listen' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Read' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Valid for' }), '30 days');
    await password();
    await press('Create API key');
    expect(await screen.findByText('abcd-efgh')).toBeTruthy();
    expect(screen.queryByText('In a Subsonic app')).toBeNull();
    expect(app.bodies(POST)).toEqual([
      { name: 'Script', scopes: ['read'], expiresAt: expect.stringMatching(/^\d{4}-.*Z$/), password: 'quiet-river' },
    ]);
  });

  it('tell what they allow and when they expire, and are revoked', async () => {
    const old = { ...item, id: 'k2', name: 'Old', scopes: ['read', 'write'], expiresAt: '2020-01-31T12:00:00Z' };
    const app = show({ 'GET /api/account/api-keys': [item, old], 'DELETE /api/account/api-keys/k1': {} });
    expect(await screen.findByText('Listen')).toBeTruthy();
    expect(screen.getByText('Write')).toBeTruthy();
    expect(screen.getByText(/^Expired on/)).toBeTruthy();
    await click('Revoke Car');
    await press('Revoke');
    await said('API key revoked');
    expect(app.bodies('DELETE /api/account/api-keys/k1')).toHaveLength(1);
  });
});

it('shows the events of the account in words', async () => {
  show();
  const events = await region('Recent security events');
  expect(await events.findByText('Signed in: with the password')).toBeTruthy();
  expect(events.getByText('Role changed: creator')).toBeTruthy();
  expect(events.getByText(/by the operator/)).toBeTruthy();
  expect(events.getByText('moon landed')).toBeTruthy();
});
