import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STORAGE } from '@/lib/constants';
import { renderApp } from '@/testing/app';
import { lapse } from './lapse';
import { displayName } from './session';
import { claims, tokens } from './tokens';

const USER = {
  'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: 'L', role: 'listener', createdAt: '' },
};
const LOGOUT = 'POST /api/auth/logout/';
const signOut = async () => fireEvent.click(await screen.findByRole('button', { name: 'Logout' }));

describe('signing out', () => {
  it('calls the server, forgets the tokens and opens the sign-in page', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    const app = renderApp('/profile', { ...USER, [LOGOUT]: { detail: 'ok' } });
    await signOut();
    expect(await screen.findByText('Logged out successfully')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(LOGOUT)).toEqual([{ refresh: 'r' }]);
    expect(tokens.exist()).toBe(false);
  });

  it('forgets the tokens and shows a message even if the server fails', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    renderApp('/profile', { ...USER, [LOGOUT]: { status: 500, body: '' } });
    await signOut();
    expect((await screen.findByText('Logout failed')).parentElement?.textContent).toContain('Unable to log out');
    expect(tokens.exist()).toBe(false);
  });

  it('is repeated if it did not reach the server, and the cookie signs nobody in meanwhile', async () => {
    tokens.leave();
    const app = renderApp('/', { ...USER, [LOGOUT]: { detail: 'ok' } });
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(app.bodies(LOGOUT)).toHaveLength(1);
    expect(app.bodies('GET /api/auth/user')).toEqual([]);
    expect(tokens.left()).toBe(false);
  });

  it('stays pending if the server still cannot be reached', async () => {
    tokens.leave();
    renderApp('/', { ...USER, [LOGOUT]: { status: 500, body: '' } });
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(tokens.left()).toBe(true);
  });

  it('navigates to /api/logout for a cookie session', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    renderApp('/profile', USER);
    await signOut();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/logout'));
  });
});

describe('a session the server no longer knows', () => {
  const REFRESH = 'POST /api/auth/token/refresh/';
  const UNKNOWN = { status: 401, body: { detail: 'Token is invalid or expired' } };

  it('ends if the refresh is refused: the tokens are removed and the sign-in page opens', async () => {
    tokens.store({ access: 'a', refresh: 'r' });
    const app = renderApp('/liked', { [REFRESH]: UNKNOWN });
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(localStorage.length).toBe(0);
  });

  it('ends if there is no refresh token', async () => {
    tokens.store({ access: 'garbage' });
    const app = renderApp('/playlists', {});
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(app.bodies(REFRESH)).toEqual([]);
    expect(tokens.exist()).toBe(false);
  });
});

describe('a session that ends while a page holds on to it', () => {
  const ENDED = { 'POST /api/auth/token/refresh/': { status: 401, body: { detail: 'Token is invalid or expired' } } };
  const token = (id: string) => `h.${btoa(JSON.stringify({ sub: id, email: 'ada@example.com', first_name: 'Ada' }))}.s`;

  async function ends() {
    tokens.store({ access: token('u1'), refresh: 'r' });
    const answers: Parameters<typeof renderApp>[1] = { ...USER, ...ENDED };
    const app = renderApp('/profile', answers);
    await screen.findByRole('button', { name: 'Logout' });
    const letGo = lapse.hold();
    onTestFinished(lapse.end);
    answers['GET /api/auth/user'] = { status: 401, body: {} };
    await app.client.invalidateQueries();
    await waitFor(() => expect(lapse.is()).toBe(true));
    await app.client.invalidateQueries(); // what the page asks for meanwhile changes nothing
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
    expect(app.path()).toBe('/profile');
    return { app, answers, letGo };
  }

  it('continues when the person signs in again in another tab', async () => {
    const { app, answers, letGo } = await ends();
    Object.assign(answers, USER);
    tokens.store({ access: token('u1'), refresh: 'new' });
    dispatchEvent(new StorageEvent('storage', { key: STORAGE.access }));
    await waitFor(() => expect(lapse.is()).toBe(false));
    letGo();
    await Promise.resolve();
    expect(app.path()).toBe('/profile');
    expect(app.client.getQueryData(['/api/auth/user'])).toMatchObject({ id: 'u1' });
  });

  it('forgets what the other person saw if somebody else signs in', async () => {
    const { app, answers, letGo } = await ends();
    app.client.setQueryData(['/api/playlists'], ['private']);
    answers['GET /api/auth/user'] = { ...USER['GET /api/auth/user'], id: 'u2' };
    tokens.store({ access: token('u2'), refresh: 'new' });
    dispatchEvent(new StorageEvent('storage', { key: STORAGE.access }));
    await waitFor(() => expect(app.client.getQueryData(['/api/auth/user'])).toMatchObject({ id: 'u2' }));
    expect(app.client.getQueryData(['/api/playlists'])).toBeUndefined();
    letGo();
  });

  it('ends when the page lets go', async () => {
    const { app, letGo } = await ends();
    letGo();
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(lapse.is()).toBe(false);
    expect(app.client.getQueryData(['/api/auth/user'])).toBeNull();
  });
});

it('requests a visitor once', async () => {
  const app = renderApp('/', {});
  expect(await screen.findByText('Get Started Free')).toBeTruthy();
  expect(app.bodies('GET /api/auth/user')).toHaveLength(1);
});

it('uses the storage keys of the specification', async () => {
  expect(STORAGE).toMatchObject({
    access: 'access_token',
    refresh: 'refresh_token',
    oauthState: 'google_oauth_state',
    legacyToken: 'sonora_token',
    legacyUser: 'sonora_user',
  });
});

it('ends if another tab signs out', async () => {
  tokens.store({ access: 'a', refresh: 'r' });
  renderApp('/', USER);
  await screen.findByRole('button', { name: 'Start Listening' });
  tokens.clear();
  dispatchEvent(new StorageEvent('storage', { key: STORAGE.access }));
  expect(await screen.findByText('Get Started Free')).toBeTruthy();
});

it('reads the user from a token, in any alphabet', () => {
  const payload = btoa(String.fromCharCode(...new TextEncoder().encode('{"sub":"u1","email":"ł@x.pl","first_name":"Łucja"}')));
  tokens.store({ access: `h.${payload.replaceAll('+', '-').replaceAll('/', '_')}.s` });
  expect(claims()).toEqual({ sub: 'u1', email: 'ł@x.pl', firstName: 'Łucja' });
  tokens.store({ access: 'garbage' });
  expect(claims()).toBeNull();
});

it('shows the email address of a person without a name', () => {
  expect(displayName({ firstName: 'Ada', lastName: '', email: 'a@b.c' })).toBe('Ada');
  expect(displayName({ firstName: '', lastName: ' ', email: 'a@b.c' })).toBe('a@b.c');
});
