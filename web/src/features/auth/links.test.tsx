import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { tokens } from '@/api/auth/tokens';
import { renderApp } from '@/testing/app';
import { forgetSecrets } from './use-secret';

beforeEach(forgetSecrets);

const EXPIRED = { status: 400, body: { detail: 'This link is not valid any more. Ask for a new one.' } };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a forgotten password', () => {
  it('has a link on the sign-in page', async () => {
    renderApp('/login', {});
    expect((await screen.findByRole('link', { name: 'Forgot password?' })).getAttribute('href')).toBe('/forgot');
  });

  it('asks for the address and shows the same message for any address', async () => {
    const app = renderApp('/forgot', { 'POST /api/auth/password/forgot': { detail: 'ok' } });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await heading('Check your email')).toBe(document.activeElement);
    expect(screen.getByText(/If ada@example.com has an account/)).toBeTruthy();
    expect(app.bodies('POST /api/auth/password/forgot')).toEqual([{ email: 'ada@example.com' }]);
  });

  it('says if the link could not be sent', async () => {
    renderApp('/forgot', { 'POST /api/auth/password/forgot': { status: 429, body: { detail: 'Request was throttled.' } } });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect((await screen.findByText('Could not send the link')).parentElement?.textContent).toContain('Request was throttled.');
  });
});

describe('a new password', () => {
  const RESET = 'POST /api/auth/password/reset';
  const send = async (password: string) => {
    await userEvent.type(await screen.findByLabelText('New password'), password);
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  };

  it('is sent with the secret from the address, which is removed from the address', async () => {
    const app = renderApp('/reset#s3cret', { [RESET]: { detail: 'ok' } });
    await screen.findByLabelText('New password');
    await waitFor(() => expect(app.address()).toBe('/reset'));
    await send('secret1');
    expect(await heading('Password changed')).toBeTruthy();
    expect(app.bodies(RESET)).toEqual([{ token: 's3cret', password1: 'secret1', password2: 'secret1' }]);
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  });

  it('is not sent if it is too short', async () => {
    const app = renderApp('/reset#s', {});
    await send('12345');
    expect((await screen.findByRole('alert')).textContent).toBe('Password must be at least 6 characters');
    expect(app.bodies(RESET)).toEqual([]);
  });

  it('keeps the form and shows the reason if the server refuses', async () => {
    renderApp('/reset#s', { [RESET]: { status: 400, body: { password1: ['This password is too common.'] } } });
    await send('password');
    expect((await screen.findByText('Could not change the password')).parentElement?.textContent).toContain('This password is too common.');
    expect(screen.getByLabelText('New password')).toBeTruthy();
  });

  it.each([['/reset'], ['/reset#old']])('at %s offers a new link', async (address) => {
    renderApp(address, { [RESET]: EXPIRED });
    if (address.includes('#')) await send('secret1');
    expect(await heading('This link no longer works')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot');
  });
});

describe('verifying an address', () => {
  const VERIFY = 'POST /api/auth/verify';

  it('uses the secret once and confirms', async () => {
    const app = renderApp('/verify#s3cret', { [VERIFY]: { detail: 'ok' } });
    expect(await heading('Email address verified')).toBeTruthy();
    expect(app.bodies(VERIFY)).toEqual([{ token: 's3cret' }]);
    expect(app.address()).toBe('/verify');
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
  });

  it('says that it is in progress', async () => {
    renderApp('/verify#s', { [VERIFY]: 'never' });
    expect(await heading('Verifying your email address')).toBeTruthy();
  });

  it.each([['/verify'], ['/verify#old']])('at %s offers a new link', async (address) => {
    const app = renderApp(address, { [VERIFY]: EXPIRED, 'POST /api/auth/verify/resend': { detail: 'ok' } });
    expect(await heading('This link no longer works')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    fireEvent.click(screen.getByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(/If ada@example.com still needs to be verified/)).toBeTruthy();
    expect(app.bodies('POST /api/auth/verify/resend')).toEqual([{ email: 'ada@example.com' }]);
  });

  it('can be tried again if it fails', async () => {
    const app = renderApp('/verify#s', { [VERIFY]: { status: 503, body: { detail: 'The database is away.' } } });
    expect(await heading('Could not verify the address')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('The database is away.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(app.bodies(VERIFY)).toHaveLength(2));
  });

  it('works for signed-in people, too', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    renderApp('/verify#s', {
      [VERIFY]: { detail: 'ok' },
      'GET /api/auth/user': { id: 'u1', email: 'a@b.c', firstName: 'Ada', lastName: '', role: 'listener' },
    });
    expect(await screen.findByRole('link', { name: 'Go to your music' })).toBeTruthy();
  });
});

describe('confirming a change of address', () => {
  const CONFIRM = 'POST /api/auth/email/confirm';

  it.each([
    [true, 'Email address changed'],
    [false, 'One confirmation is missing'],
  ])('succeeds: %s', async (done, title) => {
    const app = renderApp('/email/confirm#s', { [CONFIRM]: { detail: 'ok', done } });
    expect(await heading(title)).toBeTruthy();
    expect(app.bodies(CONFIRM)).toEqual([{ token: 's' }]);
    expect(app.address()).toBe('/email/confirm');
  });

  it('leads to the settings if the link has expired', async () => {
    renderApp('/email/confirm#old', { [CONFIRM]: EXPIRED });
    expect(await heading('This link no longer works')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe('/settings');
  });
});

describe('registration', () => {
  const config = (registration: string) => ({
    'GET /api/config': { siteName: 'Sonora', version: '1', passwordMinLength: 8, developerPanels: false, registration },
  });
  const INVITATION = 'POST /api/auth/invitation';
  const REGISTER = 'POST /api/auth/register/';

  it.each([
    ['closed', 'Registration is closed'],
    ['invitation', 'You need an invitation'],
  ])('explains %s', async (registration, title) => {
    renderApp('/register', config(registration));
    expect(await heading(title)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  it('shows the minimum length that the server requires', async () => {
    renderApp('/register', config('open'));
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
  });

  it('sends the secret of the invitation', async () => {
    const app = renderApp('/invite#inv1', {
      ...config('invitation'),
      [INVITATION]: { expiresAt: '2030-01-01T00:00:00Z' },
      [REGISTER]: { detail: 'ok' },
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    expect(app.address()).toBe('/invite');
    await userEvent.type(screen.getByLabelText('Password'), 'long enough');
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(INVITATION)).toEqual([{ token: 'inv1' }]);
    expect(app.bodies(REGISTER)).toMatchObject([{ email: 'ada@example.com', invitation: 'inv1' }]);
  });

  it('keeps the address for which an account waits', async () => {
    const app = renderApp('/invite#inv2', {
      ...config('closed'),
      [INVITATION]: { expiresAt: '2030-01-01T00:00:00Z', email: 'bo@example.com', firstName: 'Bo' },
      [REGISTER]: { detail: 'ok' },
    });
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['bo@example.com', true]);
    expect(screen.getByText('The invitation is for this address.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Password'), 'long enough');
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(REGISTER)).toMatchObject([{ email: 'bo@example.com', first_name: 'Bo', invitation: 'inv2' }]);
  });

  it.each([['/invite'], ['/invite#old']])('says at %s that the invitation has expired', async (address) => {
    renderApp(address, { [INVITATION]: { status: 404, body: { detail: 'Not found.' } } });
    expect(await heading('This invitation no longer works')).toBeTruthy();
  });

  it('signs in if the response contains tokens', async () => {
    renderApp('/register', {
      ...config('open'),
      [REGISTER]: { access: 'a', refresh: 'r' },
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'long enough');
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect([tokens.access(), tokens.refresh()]).toEqual(['a', 'r']));
  });
});
