import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '@/api/auth/tokens';
import { STORAGE } from '@/lib/constants';
import { renderApp } from '@/testing/app';
import { setSecondStep } from './second-step';

const user = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' };
const EXCHANGE = 'POST /api/auth/google/login/';
const CONFIG = {
  'GET /api/config': {
    siteName: 'Sonora',
    version: '1',
    passwordMinLength: 6,
    providers: [
      { id: 'google', label: 'Google' },
      { id: 'home', label: 'Home ID' },
    ],
  },
};

const toastOf = async (title: string) => (await screen.findByText(title)).closest('[data-slot=toast]')?.textContent;

beforeEach(() => {
  setSecondStep(null);
  sessionStorage.clear();
  localStorage.setItem(STORAGE.oauthState, 's1');
});

describe('a return that cannot be trusted', () => {
  it.each([
    ['?error=access_denied&state=s1', 'Error de autenticación'],
    ['?code=c&state=wrong', 'Error de seguridad'],
    ['?code=c', 'Error de seguridad'],
    ['?state=s1', 'Error'],
  ])('%s shows “%s”, requests nothing and opens the sign-in page', async (search, title) => {
    const app = renderApp(`/auth/google/callback${search}`, CONFIG);
    expect(await toastOf(title)).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(EXCHANGE)).toEqual([]);
    expect(localStorage.getItem(STORAGE.oauthState)).toBeNull();
  });

  it('includes one without a stored state', async () => {
    localStorage.clear();
    const app = renderApp('/auth/google/callback?code=c&state=s1', CONFIG);
    expect(await toastOf('Error de seguridad')).toBeTruthy();
    expect(app.bodies(EXCHANGE)).toEqual([]);
  });
});

describe('a return with a code', () => {
  const back = (answer: object, address = '/auth/google/callback?code=c&state=s1') => renderApp(address, { ...CONFIG, [EXCHANGE]: answer });

  it('exchanges the code once, greets and opens the home page', async () => {
    const app = back({ access: 'a', refresh: 'r', user, first_name: 'Ada', email: user.email });
    expect(await toastOf('Bienvenido')).toContain('Ada');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(app.bodies(EXCHANGE)).toEqual([{ code: 'c', redirect_uri: `${location.origin}/api/auth/google/callback/` }]);
    expect([tokens.access(), tokens.refresh()]).toEqual(['a', 'r']);
    expect(localStorage.getItem(STORAGE.oauthState)).toBeNull();
  });

  it('leads back to where the session ended', async () => {
    sessionStorage.setItem('sonora_way_back', '/search?q=tin+roof');
    const app = back({ access: 'a', refresh: 'r', user, first_name: 'Ada', email: user.email });
    await waitFor(() => expect(app.address()).toBe('/search?q=tin+roof'));
  });

  it('greets a person without a name by email', async () => {
    back({ access: 'a', refresh: 'r', user: { ...user, firstName: '' }, first_name: '', email: user.email });
    expect(await toastOf('Bienvenido')).toContain(user.email);
  });

  it.each([
    [{ status: 400, body: { non_field_errors: ['Failed to exchange code for access token'] } }, 'Failed to exchange code'],
    [{ status: 500, body: '' }, ''],
  ])('opens the sign-in page if it is refused with %j', async (answer, text) => {
    const app = back(answer);
    expect(await toastOf('No se pudo completar el login con Google')).toContain(text);
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(tokens.exist()).toBe(false);
  });

  it('continues on the sign-in page if a second factor is required', async () => {
    const app = back({ status: 401, body: { detail: 'x', second_factor: ['totp'], challenge: ['ch1'] } });
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
    expect(app.path()).toBe('/login');
  });

  it('names another provider by its label', async () => {
    renderApp('/auth/home/callback?code=c&state=s1', { ...CONFIG, 'POST /api/auth/home/login/': { status: 400, body: '' } });
    expect(await toastOf('No se pudo completar el login con Home ID')).toBeTruthy();
  });
});

describe('connecting an account', () => {
  const member = { ...CONFIG, 'GET /api/auth/user': user };
  beforeEach(() => {
    tokens.store({ access: 'a', refresh: 'r' });
    sessionStorage.setItem('sonora_provider_intent', 'link');
  });

  it('returns to the settings', async () => {
    const app = renderApp('/auth/google/callback?code=c&state=s1', {
      ...member,
      [EXCHANGE]: { access: '', refresh: '', linked: true, user },
    });
    expect(await toastOf('Google is connected')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/settings'));
    expect(sessionStorage.getItem('sonora_provider_intent')).toBeNull();
    expect(tokens.access()).toBe('a');
  });

  it('returns there if it fails, too, and keeps the session', async () => {
    const refused = { status: 409, body: { detail: 'It belongs to another account.' } };
    const app = renderApp('/auth/google/callback?code=c&state=s1', { ...member, [EXCHANGE]: refused });
    expect(await toastOf('Could not connect Google')).toContain('It belongs to another account.');
    await waitFor(() => expect(app.path()).toBe('/settings'));
    expect(tokens.access()).toBe('a');
  });
});

describe('buttons of providers', () => {
  it.each([
    ['/login', 'Continue with Google'],
    ['/register', 'Continue with Google'],
    ['/landing', 'Get Started with Google'],
    ['/landing', 'Continue with Google'],
    ['/landing', 'Sign in with Google'],
  ])('at %s “%s” redirects to the provider', async (address, name) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const START = 'POST /api/auth/google/start';
    const app = renderApp(address, { ...CONFIG, [START]: { url: 'https://accounts.google.com/x' } });
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.google.com/x'));
    expect(app.bodies(START)).toMatchObject([{ state: localStorage.getItem(STORAGE.oauthState) }]);
  });

  it.each(['/login', '/register', '/landing'])('name other providers by their labels at %s', async (address) => {
    renderApp(address, CONFIG);
    expect(await screen.findByRole('button', { name: 'Continue with Home ID' })).toBeTruthy();
  });

  it.each([
    ['/login', 'Welcome Back'],
    ['/register', 'Join Sonora'],
    ['/landing', 'Your records, warm and loud.'],
  ])('are absent at %s if none is set up', async (address, title) => {
    const app = renderApp(address, {});
    await screen.findByRole('heading', { name: title });
    await waitFor(() => expect(app.client.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: /with (Google|Home)/ })).toBeNull();
  });

  it('stay and show the reason if the provider cannot be reached', async () => {
    renderApp('/login', { ...CONFIG, 'POST /api/auth/google/start': { status: 502, body: { detail: 'Google does not answer.' } } });
    fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect(await toastOf('Could not start the sign-in')).toContain('Google does not answer.');
  });
});
