import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORAGE } from '@/lib/constants';
import { renderApp } from '@/testing/app';
import { setSecondStep } from './second-step';

const user = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' };
const GRANT = { access: 'a', refresh: 'r', user };
const LOGIN = 'POST /api/auth/login/';
const CODE = 'POST /api/auth/login/code';
const PASSKEY = 'POST /api/auth/passkeys/login';

const challenged = (...second_factor: string[]) => ({
  [LOGIN]: { status: 401, body: { detail: 'A second factor is needed.', second_factor, challenge: ['ch1'] } },
});

/** A browser with passkeys that returns `credential`. */
function passkeys(credential: () => object) {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (json: object) => json });
  const get = vi.fn(async () => ({ toJSON: credential }));
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  return get;
}

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

beforeEach(() => setSecondStep(null));
afterEach(() => vi.unstubAllGlobals());

const access = () => localStorage.getItem(STORAGE.access);

describe('the code of an app', () => {
  it('is sent with its last digit, and signs in', async () => {
    const app = renderApp('/login', { ...challenged('totp', 'recovery'), [CODE]: GRANT });
    await signIn();
    const heading = await screen.findByRole('heading', { name: 'One more step' });
    expect(document.activeElement).toBe(heading);
    expect(access()).toBeNull();
    const field = screen.getByLabelText<HTMLInputElement>('Six-digit code');
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await userEvent.type(field, '12 34');
    expect(app.bodies(CODE)).toEqual([]);
    await userEvent.type(field, '56');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(app.bodies(CODE)).toEqual([{ challenge: 'ch1', code: '123456' }]);
    expect(access()).toBe('a');
    expect((await screen.findByText('Welcome back!')).parentElement?.textContent).toContain('Ada');
  });

  it('shows an error if it is wrong, and can be entered again', async () => {
    const app = renderApp('/login', { ...challenged('totp'), [CODE]: { status: 401, body: { detail: 'This code is incorrect.' } } });
    await signIn();
    const field = await screen.findByLabelText<HTMLInputElement>('Six-digit code');
    await userEvent.type(field, '123456');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is incorrect.');
    await waitFor(() => expect(field.value).toBe(''));
    await userEvent.type(field, '654321');
    await waitFor(() => expect(app.bodies(CODE)).toHaveLength(2));
    expect(app.path()).toBe('/login');
  });

  it('is not sent while it is incomplete', async () => {
    const app = renderApp('/login', challenged('totp'));
    await signIn();
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '123');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Enter the six-digit code.')).toBeTruthy();
    expect(app.bodies(CODE)).toEqual([]);
  });
});

it('accepts a recovery code instead', async () => {
  const app = renderApp('/login', { ...challenged('totp', 'recovery'), [CODE]: GRANT });
  await signIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), ' abcd-efgh ');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.path()).toBe('/'));
  expect(app.bodies(CODE)).toEqual([{ challenge: 'ch1', code: 'abcd-efgh' }]);
});

it('starts over on the sign-in page', async () => {
  renderApp('/login', challenged('totp'));
  await signIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBe(document.activeElement);
});

describe('a passkey', () => {
  const CONFIG = { 'GET /api/config': { siteName: 'Sonora', version: '1', passwordMinLength: 6, passkeys: location.hostname } };
  const answers = { [`${PASSKEY}/begin`]: { ceremony: 'c1', options: { challenge: 'AQ' } }, [PASSKEY]: GRANT };

  it('is the second factor', async () => {
    passkeys(() => ({ id: 'k1' }));
    const app = renderApp('/login', { ...challenged('passkey', 'recovery'), ...answers });
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(app.bodies(`${PASSKEY}/begin`)).toEqual([{ challenge: 'ch1' }]);
    expect(app.bodies(PASSKEY)).toEqual([{ ceremony: 'c1', credential: { id: 'k1' } }]);
  });

  it('is not offered in a browser that does not support passkeys', async () => {
    renderApp('/login', challenged('passkey', 'recovery'));
    await signIn();
    expect(await screen.findByLabelText('Recovery code')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('signs in without a password', async () => {
    passkeys(() => ({ id: 'k1' }));
    const app = renderApp('/login', { ...CONFIG, ...answers });
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(app.bodies(`${PASSKEY}/begin`)).toEqual([{}]);
  });

  it('shows a message if the person cancels', async () => {
    const get = passkeys(() => ({}));
    get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    renderApp('/login', { ...CONFIG, ...answers });
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    expect((await screen.findByText('Login failed')).parentElement?.textContent).toContain('No passkey was used.');
  });

  it('is not offered on another address', async () => {
    passkeys(() => ({}));
    renderApp('/login', { 'GET /api/config': { siteName: 'Sonora', version: '1', passwordMinLength: 6, passkeys: 'elsewhere.example' } });
    await screen.findByRole('heading', { name: 'Welcome Back' });
    await act(async () => {});
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

describe('setting up a factor while signing in', () => {
  const BEGIN = 'POST /api/auth/login/enrol/begin';
  const FINISH = 'POST /api/auth/login/enrol';
  const secret = { secret: 'JBSWY3DP', uri: 'otpauth://totp/x', qr: 'data:image/png;base64,AAAA', enrolment: 'e1' };

  it('shows the secret, then the recovery codes, and signs in once they are saved', async () => {
    const app = renderApp('/login', {
      ...challenged('enrol'),
      [BEGIN]: secret,
      [FINISH]: { ...GRANT, recoveryCodes: ['one-1', 'two-2'] },
    });
    await signIn();
    expect(await screen.findByRole('heading', { name: 'Set up two-factor authentication' })).toBeTruthy();
    expect((await screen.findByAltText<HTMLImageElement>('QR code for the authenticator app')).src).toBe(secret.qr);
    expect(screen.getByText('JBSWY3DP')).toBeTruthy();
    expect(app.bodies(BEGIN)).toEqual([{ challenge: 'ch1' }]);
    await userEvent.type(screen.getByLabelText('Six-digit code'), '123456');
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBe(document.activeElement);
    expect(app.bodies(FINISH)).toEqual([{ challenge: 'ch1', enrolment: 'e1', code: '123456' }]);
    expect(screen.getByRole('list', { name: 'Recovery codes' }).textContent).toBe('one-1two-2');
    expect(access()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(access()).toBe('a');
  });

  it('accepts another code after a wrong one', async () => {
    renderApp('/login', {
      ...challenged('enrol'),
      [BEGIN]: secret,
      [FINISH]: { status: 400, body: { code: 'wrong_code', detail: 'Wrong.' } },
    });
    await signIn();
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong.');
  });

  it('shows the reason if it cannot start', async () => {
    renderApp('/login', { ...challenged('enrol'), [BEGIN]: { status: 401, body: { detail: 'Sign in again.' } } });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Sign in again.');
    expect(screen.getByRole('button', { name: 'Start over' })).toBeTruthy();
  });
});

describe('an address that is not verified', () => {
  const unverified = { [LOGIN]: { status: 401, body: { detail: 'Confirm it.', unverified: ['Confirm it.'] } } };

  it('offers a new link', async () => {
    const app = renderApp('/login', { ...unverified, 'POST /api/auth/verify/resend': { detail: 'ok' } });
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(/If ada@example.com still needs to be verified/)).toBeTruthy();
    expect(app.bodies('POST /api/auth/verify/resend')).toEqual([{ email: 'ada@example.com' }]);
  });

  it('offers no link after a wrong password', async () => {
    renderApp('/login', { [LOGIN]: { status: 401, body: { detail: 'Invalid credentials' } } });
    await signIn();
    await screen.findByText('Login failed');
    expect(screen.queryByRole('button', { name: 'Send new link' })).toBeNull();
  });
});
