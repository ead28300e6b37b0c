import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/i18n/t';
import { usePrefs } from '@/lib/prefs';
import { renderApp } from '@/testing/app';
import { ACCOUNT, member, security } from './testing';

type Answers = Parameters<typeof renderApp>[1];

const show = (tab: string, answers: Answers = {}) => renderApp(`/settings${tab && `?tab=${tab}`}`, { ...ACCOUNT, ...answers });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const said = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const within_ = (name: string) => within(screen.getByRole('region', { name }));

/** Presses a button of the open dialog. */
const press = async (name: string) => userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const password = async (text = 'quiet-river') => userEvent.type(await screen.findByLabelText('Your password'), text);

afterEach(async () => {
  usePrefs.setState({ theme: 'dark', locale: 'spec', crossfade: 0 });
  await setLocale('spec');
});

describe('the settings', () => {
  it('have six tabs with addresses', async () => {
    const app = show('');
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings and Privacy' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'General',
      'Account',
      'Security',
      'Notifications',
      'Connections',
      'Privacy',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Privacy' }));
    expect(app.address()).toBe('/settings?tab=privacy');
    expect(await screen.findByRole('button', { name: 'Delete my account' })).toBeTruthy();
  });

  it.each([
    ['', 'General'],
    ['nonsense', 'General'],
    ['playback', 'General'],
    ['security', 'Security'],
    ['export', 'Privacy'],
  ])('?tab=%s opens %s', async (tab, name) => {
    show(tab);
    expect((await screen.findByRole('tab', { name })).getAttribute('data-state')).toBe('active');
  });

  it('change the theme', async () => {
    show('');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Theme' }), 'Light');
    expect(usePrefs.getState().theme).toBe('light');
  });

  it('change the language of the app and of emails', async () => {
    const PUT = 'PUT /api/account/language';
    const app = show('', { [PUT]: member });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Español');
    await waitFor(() => expect(usePrefs.getState().locale).toBe('es'));
    expect(app.bodies(PUT)).toEqual([{ language: 'es' }]);
  });

  it('change the transition between songs in the player', async () => {
    const app = show('');
    const slider = await screen.findByRole('slider', { name: 'Crossfade' });
    expect(app.engine.snapshot().transition).toEqual({ kind: 'gapless' });
    fireEvent.change(slider, { target: { value: '6' } });
    expect(slider.getAttribute('aria-valuetext')).toBe('6 seconds');
    expect(app.engine.snapshot().transition).toEqual({ kind: 'crossfade', seconds: 6 });
  });

  it('switch notifications, and set how often they are emailed', async () => {
    const choices = { digest: 'never', email: true, push: true, emailVerified: false };
    const PUT = 'PUT /api/account/notifications';
    const app = show('notifications', { 'GET /api/account/notifications': choices, [PUT]: { ...choices, digest: 'weekly' } });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Email summary' }), 'weekly');
    await waitFor(() => expect(app.bodies(PUT)).toEqual([{ digest: 'weekly', email: true, push: true }]));
    expect(screen.getByText(/Verify your email address to receive it/)).toBeTruthy();
    expect(await screen.findByText(/This browser cannot receive updates/)).toBeTruthy();
  });

  it('revert a refused notification switch', async () => {
    const choices = { digest: 'never', email: true, push: false, emailVerified: true };
    const refused = { status: 503, body: { detail: 'Changes cannot be saved at the moment.' } };
    show('notifications', { 'GET /api/account/notifications': choices, 'PUT /api/account/notifications': refused });
    const mail = await screen.findByRole<HTMLInputElement>('switch', { name: 'Email notifications' });
    await userEvent.click(mail);
    await said('Changes cannot be saved');
    expect(mail.checked).toBe(true);
  });

  it('make the profile private and keep all its fields', async () => {
    const PUT = 'PUT /api/user/profile';
    const app = show('privacy', { [PUT]: { ...member, isPrivate: true } });
    const hidden = await screen.findByRole<HTMLInputElement>('switch', { name: 'Private profile' });
    await userEvent.click(hidden);
    await waitFor(() => expect(hidden.checked).toBe(true));
    const [body] = app.bodies(PUT) as Record<string, unknown>[];
    expect(Object.keys(body ?? {})).toHaveLength(11);
    expect(body).toMatchObject({ isPrivate: true, pushNotifications: true, firstName: 'Ada', bio: 'I count.', dateOfBirth: '' });
  });

  it('revert a refused switch', async () => {
    show('privacy', { 'PUT /api/user/profile': { status: 500, body: { detail: 'Not now.' } } });
    const hidden = await screen.findByRole<HTMLInputElement>('switch', { name: 'Private profile' });
    await userEvent.click(hidden);
    await said('Not now.');
    expect(hidden.checked).toBe(false);
  });
});

describe('the account', () => {
  const EMAIL = 'POST /api/account/email';

  it('asks for the password before the address changes', async () => {
    const app = show('account', { [EMAIL]: { detail: 'ok', applied: false } });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Change' }))[0] as HTMLElement);
    await userEvent.type(await screen.findByLabelText('New email address'), 'new@example.com');
    const submit = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Change email address' });
    expect(submit.disabled).toBe(true);
    await password();
    await userEvent.click(submit);
    await said('Check both mailboxes');
    expect(app.bodies(EMAIL)).toEqual([{ email: 'new@example.com', password: 'quiet-river' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a wrong password next to its field', async () => {
    show('account', {
      [EMAIL]: { status: 400, body: { detail: 'This password is incorrect.', password: ['This password is incorrect.'] } },
    });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Change' }))[0] as HTMLElement);
    await password('wrong');
    await press('Change email address');
    expect((await screen.findByRole('alert')).textContent).toBe('This password is incorrect.');
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows a pending change, and cancels it', async () => {
    const app = show('account', {
      'GET /api/config': { mail: true },
      'GET /api/account/security': { ...security, isVerified: false, pendingEmail: 'new@example.com' },
      'DELETE /api/account/email': {},
      'POST /api/auth/verify/resend': { detail: 'On its way.' },
    });
    expect(await screen.findByText('Changing to new@example.com')).toBeTruthy();
    expect(await screen.findByText('Not verified')).toBeTruthy();
    await click('Resend link');
    await said('On its way.');
    await click('Keep current address');
    await said('Your email address stays the same');
    expect(app.bodies('DELETE /api/account/email')).toHaveLength(1);
    expect(app.bodies('POST /api/auth/verify/resend')).toEqual([{ email: 'ada@example.com' }]);
  });

  it('does not ask for a verification that no mail can bring', async () => {
    show('account', { 'GET /api/config': { mail: false }, 'GET /api/account/security': { ...security, isVerified: false } });
    expect(await screen.findByText('ada@example.com')).toBeTruthy();
    expect(screen.queryByText('Not verified')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resend link' })).toBeNull();
  });

  it('changes the password', async () => {
    const POST = 'POST /api/account/password';
    const app = show('account', { [POST]: { detail: 'ok' } });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Change' }))[1] as HTMLElement);
    await userEvent.type(await screen.findByLabelText('New password'), 'loud-river');
    await userEvent.type(screen.getByLabelText('Repeat new password'), 'loud-river');
    await password();
    await press('Change password');
    await said('Password changed');
    expect(app.bodies(POST)).toEqual([{ current: 'quiet-river', password1: 'loud-river', password2: 'loud-river' }]);
  });

  it('asks people without a password to sign in again', async () => {
    show('account', {
      'GET /api/account/security': { ...security, hasPassword: false },
      'POST /api/account/password': { status: 403, body: { detail: 'Sign in again to do this.' } },
    });
    await click('Set a password');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await press('Set a password');
    expect((await screen.findByRole('alert')).textContent).toBe('Sign in again to do this.');
    expect(screen.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
  });

  it('connects and disconnects providers', async () => {
    const START = 'POST /api/auth/keycloak/start';
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const config = {
      siteName: 'Sonora',
      version: '1.0.0',
      passwordMinLength: 6,
      providers: [
        { id: 'google', label: 'Google' },
        { id: 'keycloak', label: 'Keycloak' },
      ],
    };
    const app = show('account', {
      'GET /api/config': config,
      'GET /api/account/security': {
        ...security,
        identities: [{ provider: 'google', label: 'Google', email: 'ada@gmail.com', createdAt: member.createdAt }],
      },
      'DELETE /api/account/identities/google': {},
      [START]: { url: 'https://id.example/auth' },
    });
    expect(await screen.findByText('Connected as ada@gmail.com')).toBeTruthy();
    await click('Disconnect Google');
    await press('Disconnect');
    await waitFor(() => expect(app.bodies('DELETE /api/account/identities/google')).toHaveLength(1));
    await click('Connect Keycloak');
    await userEvent.type(await screen.findByLabelText('Your password'), 'quiet-river');
    await press('Continue');
    await waitFor(() => expect(app.bodies(START)).toMatchObject([{ password: 'quiet-river' }]));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example/auth'));
  });
});

describe('privacy', () => {
  it('prepares a copy of all data and downloads it', async () => {
    const POST = 'POST /api/account/export';
    const app = show('privacy', { [POST]: {} });
    await click('Prepare my data');
    await waitFor(() => expect(app.bodies(POST)).toHaveLength(1));
  });

  it('shows the progress of the copy', async () => {
    const copy = {
      id: 'x1',
      state: 'running',
      progress: 0.4,
      size: null,
      createdAt: '2026-11-21T12:00:00Z',
      readyAt: null,
      expiresAt: null,
    };
    const app = show('privacy', { 'GET /api/account/export': [copy] });
    expect(await screen.findByText('Preparing your data')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Prepare my data' })).toBeNull();
    app.client.setQueryData(['/api/account/export'], [{ ...copy, state: 'done', size: 2_500_000, expiresAt: '2026-11-28T12:00:00Z' }]);
    expect(await screen.findByText('Your data is ready')).toBeTruthy();
    expect(screen.getByText(/2\.5 MB · until November 28, 2026/)).toBeTruthy();
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    await click('Download');
    await waitFor(() => expect(clicked).toEqual(['/api/account/export/x1/file']));
  });

  it('schedules the deletion of the account after entering the password', async () => {
    const POST = 'POST /api/account/delete';
    const app = show('privacy', { [POST]: { deleteAt: '2026-12-05T12:00:00Z' } });
    await click('Delete my account');
    await password();
    await press('Delete my account');
    await said('Your account will be deleted on December 5, 2026');
    expect(app.bodies(POST)).toEqual([{ password: 'quiet-river' }]);
  });

  it('shows a pending deletion everywhere, and cancels it', async () => {
    const deleteAt = '2026-12-05T12:00:00Z';
    const app = renderApp('/updates', {
      ...ACCOUNT,
      'GET /api/auth/user': { ...member, deleteAt },
      'DELETE /api/account/delete': {},
    });
    expect(await screen.findByText('Your account will be deleted on December 5, 2026')).toBeTruthy();
    await click('Keep my account');
    await said('Your account is not deleted');
    expect(app.bodies('DELETE /api/account/delete')).toHaveLength(1);
  });

  it('cancels the deletion in the settings too', async () => {
    show('privacy', { 'GET /api/account/security': { ...security, deleteAt: '2026-12-05T12:00:00Z' }, 'DELETE /api/account/delete': {} });
    await screen.findByText('Your account will be deleted on December 5, 2026');
    await userEvent.click(within_('Delete my account').getByRole('button', { name: 'Keep my account' }));
    await said('Your account is not deleted');
  });
});
