import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { STORAGE } from '@/lib/constants';
import { renderApp } from '@/testing/app';
import { displayName } from './session';
import { claims, tokens } from './tokens';

const USER = {
  'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: 'L', role: 'listener', createdAt: '' },
};
const LOGOUT = 'POST /api/auth/logout/';
const signOut = async () => fireEvent.click(await screen.findByRole('button', { name: 'Logout' }));

describe('signing out', () => {
  it('tells the server, forgets the tokens and goes to the sign-in page', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    const app = renderApp('/profile', { ...USER, [LOGOUT]: { detail: 'ok' } });
    await signOut();
    expect(await screen.findByText('Logged out successfully')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(LOGOUT)).toEqual([{ refresh: 'r' }]);
    expect(tokens.exist()).toBe(false);
  });

  it('forgets them also when the server fails, and says so', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    renderApp('/profile', { ...USER, [LOGOUT]: { status: 500, body: '' } });
    await signOut();
    expect((await screen.findByText('Logout failed')).parentElement?.textContent).toContain('Unable to log out');
    expect(tokens.exist()).toBe(false);
  });

  it('that the server did not hear of is told again, and the cookie signs nobody in meanwhile', async () => {
    tokens.leave();
    const app = renderApp('/', { ...USER, [LOGOUT]: { detail: 'ok' } });
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(app.bodies(LOGOUT)).toHaveLength(1);
    expect(app.bodies('GET /api/auth/user')).toEqual([]);
    expect(tokens.left()).toBe(false);
  });

  it('stays when the server cannot be told again', async () => {
    tokens.leave();
    renderApp('/', { ...USER, [LOGOUT]: { status: 500, body: '' } });
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(tokens.left()).toBe(true);
  });

  it('of a cookie session is a visit to /api/logout', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    renderApp('/profile', USER);
    await signOut();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/logout'));
  });
});

describe('a session the server no longer knows', () => {
  const REFRESH = 'POST /api/auth/token/refresh/';
  const UNKNOWN = { status: 401, body: { detail: 'Token is invalid or expired' } };

  it('is over when the refresh is refused: no tokens are left, and the sign-in page comes', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    const app = renderApp('/liked', { [REFRESH]: UNKNOWN });
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(localStorage.length).toBe(0);
  });

  it('is over when there is nothing to refresh it with', async () => {
    tokens.store({ access: 'garbage' });
    const app = renderApp('/playlists', {});
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(REFRESH)).toEqual([]);
    expect(tokens.exist()).toBe(false);
  });
});

it('a visitor is asked for once', async () => {
  const app = renderApp('/', {});
  expect(await screen.findByText('Get Started Free')).toBeTruthy();
  expect(app.bodies('GET /api/auth/user')).toHaveLength(1);
});

it('the keys in the browser are those of the specification', async () => {
  expect(STORAGE).toMatchObject({
    access: 'access_token',
    refresh: 'refresh_token',
    oauthState: 'google_oauth_state',
    legacyToken: 'sonora_token',
    legacyUser: 'sonora_user',
  });
});

it('ends in this tab when another tab signs out', async () => {
  tokens.store({ access: 'a', refresh: 'r' });
  renderApp('/', USER);
  await screen.findByRole('button', { name: 'Start Listening' });
  tokens.clear();
  dispatchEvent(new StorageEvent('storage', { key: STORAGE.access }));
  expect(await screen.findByText('Get Started Free')).toBeTruthy();
});

it('tokens tell who is there, in any alphabet', () => {
  const payload = btoa(String.fromCharCode(...new TextEncoder().encode('{"sub":"u1","email":"ł@x.pl","first_name":"Łucja"}')));
  tokens.store({ access: `h.${payload.replaceAll('+', '-').replaceAll('/', '_')}.s` });
  expect(claims()).toEqual({ sub: 'u1', email: 'ł@x.pl', firstName: 'Łucja' });
  tokens.store({ access: 'garbage' });
  expect(claims()).toBeNull();
});

it('a person without a name is their e-mail address', () => {
  expect(displayName({ firstName: 'Ada', lastName: '', email: 'a@b.c' })).toBe('Ada');
  expect(displayName({ firstName: '', lastName: ' ', email: 'a@b.c' })).toBe('a@b.c');
});
