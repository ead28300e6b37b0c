import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetErrors, logError } from '@/api/error-log';
import { renderApp } from '@/testing/app';
import { PROBED } from './health';
import { CHECKS } from './suite';

const config = (developerPanels: boolean) => ({
  siteName: 'Sonora',
  version: '1.0.0',
  passwordMinLength: 6,
  developerPanels,
  registration: 'invitation',
  passkeys: 'localhost',
  providers: [{ id: 'home', label: 'Home ID' }],
});
const no = (status: number, detail = 'x') => ({ status, body: { detail } });
const Missing = no(401, 'Authentication credentials were not provided.');

/** A server that works. */
const SERVER = {
  'GET /api/config': config(true),
  'GET /api/auth/google': { configured: true, clientId: 'client-1', callback: 'https://x.example/cb/', scope: 'openid email profile' },
  'GET /health': { status: 'ok' },
  'GET /api/': { name: 'Sonora', version: '1.0.0' },
  'GET /api/auth/': { endpoints: [] },
  'GET /api/auth/google/': { configured: true },
  'GET /api/auth/google/callback/': {},
  'OPTIONS /api/auth/login/': {},
  'GET /api/auth/user': Missing,
  'POST /api/auth/login/': no(401),
  'POST /api/auth/token/refresh/': no(401),
  'POST /api/auth/register/': no(400),
  'POST /api/auth/google/login/': no(400),
  'POST /auth/login': no(401),
  'POST /auth/register': no(400),
  'GET /auth/me': Missing,
  'GET /api/v1/auth/me/': Missing,
  'POST /auth/logout': {},
  'POST /api/v1/auth/logout/': {},
  'GET /tracks': [{ id: 1 }],
  'GET /api/radios': [],
  'GET /playlists': Missing,
  'GET /admin/users': Missing,
  'GET /admin/stats': Missing,
};

const SIGNED_IN = { 'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'admin' } };

/** Cases that the table above cannot express: calls with the same name and other bodies, and the target of a redirect. */
function refine() {
  const fetch = vi.mocked(globalThis.fetch);
  const inner = fetch.getMockImplementation();
  fetch.mockImplementation(async (input, init) => {
    if (init?.body instanceof FormData) return new Response('', { status: 401 });
    if (input === '/api/auth/login/' && init?.body === '{}') return new Response('', { status: 400 });
    const response = await inner?.(input, init);
    if (input === '/api/auth/google/callback/' && response?.ok)
      Object.defineProperty(response, 'url', { value: `${location.origin}/auth/google/callback?error=missing_code` });
    return response as Response;
  });
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  forgetErrors();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

it('are absent if the setting is off', async () => {
  const app = renderApp('/landing', { ...SERVER, 'GET /api/config': config(false) });
  await screen.findByRole('heading', { name: 'Features' });
  await waitFor(() => expect(app.client.isFetching()).toBe(0));
  expect(screen.queryByRole('heading', { name: 'Developer panels' })).toBeNull();
  expect(app.bodies('GET /health')).toEqual([]);
});

describe('the sign-in configuration', () => {
  it('shows what the server reports', async () => {
    renderApp('/landing', SERVER);
    const text = (await (await panel('Sign-in configuration')).findByText('client-1')).closest('section')?.textContent;
    for (const fact of ['Yes', 'https://x.example/cb/', 'openid email profile', 'Home ID (home)', 'localhost', 'By invitation'])
      expect(text).toContain(fact);
    expect(text).not.toContain('404');
  });

  it('warns about a missing callback only if it is missing', async () => {
    renderApp('/landing', { ...SERVER, 'GET /api/auth/google/callback/': no(404) });
    expect(await screen.findByText('Known issue: the sign-in callback endpoint returns 404')).toBeTruthy();
  });
});

describe('the test suite', () => {
  const run = async () => {
    const suite = await panel('Authentication test suite');
    fireEvent.click(suite.getByRole('button', { name: 'Run tests' }));
    await suite.findByRole('button', { name: 'Run again' }, { timeout: 15_000 });
    return suite;
  };
  const rows = (state: string) =>
    [...document.querySelectorAll(`li[data-state=${state}]`)].map((row) => row.querySelector('p')?.textContent);

  it('sends requests and has a result for every check', async () => {
    const app = renderApp('/landing', SERVER);
    refine();
    const suite = await run();
    expect(rows('failed')).toEqual([]);
    expect(rows('passed')).toHaveLength(CHECKS.length);
    expect(suite.getByRole('status').textContent).toBe(`${CHECKS.length} of ${CHECKS.length} passed`);
    const [attempt] = app.bodies('POST /api/auth/login/') as [{ email: string }];
    expect(attempt.email).toMatch(/^nobody-[\w-]+@example\.invalid$/);
    expect(app.bodies('POST /api/auth/register/')).toEqual([{}]);
  }, 20_000);

  it('shows what was expected and received, and treats a rate limit as neither', async () => {
    renderApp('/landing', { ...SERVER, 'POST /api/auth/token/refresh/': {}, 'GET /auth/me': no(429) });
    await run();
    expect(rows('failed')).toContain('The server rejects an invalid refresh token');
    expect(screen.getByText('Expected 401, got 200')).toBeTruthy();
    expect(rows('limited')).toEqual(['The legacy user path requires a token']);
  }, 20_000);

  it('does not change the person’s session', async () => {
    localStorage.setItem('sonora_token', 'mine');
    localStorage.setItem('access_token', 'mine');
    renderApp('/landing', { ...SERVER, ...SIGNED_IN });
    const fetch = vi.mocked(globalThis.fetch);
    await panel('Authentication test suite');
    await waitFor(() => expect(screen.getByText('Online')).toBeTruthy());
    fetch.mockClear();
    await run();
    for (const [, init] of fetch.mock.calls.filter(([, init]) => init?.method === 'POST')) {
      expect(init?.credentials).toBe('omit');
      expect(JSON.stringify(init?.headers)).not.toContain('mine');
    }
    expect(localStorage.getItem('sonora_token')).toBe('mine');
  }, 20_000);
});

describe('the backend diagnostic', () => {
  it('shows every address with its status, and requests it again on refresh', async () => {
    logError('GET', '/api/broken', '500');
    const app = renderApp('/landing', SERVER);
    fireEvent.click((await panel('Backend diagnostic')).getByRole('button', { name: 'Open diagnostic' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Backend diagnostic' }));
    await waitFor(() => expect(dialog.getAllByRole('row')).toHaveLength(PROBED.length + 1));
    expect(dialog.getByText('/api/playlists/').closest('tr')?.textContent).toBe('/api/playlists/404Yes');
    expect(dialog.getByText('/health').closest('tr')?.textContent).toBe('/health200Yes');
    expect(await dialog.findByText('1 entry at /tracks')).toBeTruthy();
    expect(dialog.getByText('0 entries at /api/radios')).toBeTruthy();
    expect(dialog.getByText('No se encontraron mixes en ningún endpoint')).toBeTruthy();
    expect(dialog.getByText('/api/broken', { exact: false }).closest('li')?.textContent).toContain('500');

    const checked = () => dialog.getByText(/Last check/).querySelector('time')?.dateTime ?? '';
    const before = checked();
    const asked = app.bodies('GET /health').length;
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Refresh' }).disabled).toBe(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(checked() > before).toBe(true));
    expect(app.bodies('GET /health').length).toBeGreaterThan(asked);
  });
});

it('shows no secrets', async () => {
  localStorage.setItem('access_token', 'very-secret');
  localStorage.setItem('sonora_token', 'older-secret');
  renderApp('/landing', { ...SERVER, ...SIGNED_IN });
  await panel('Backend diagnostic');
  await waitFor(() => expect(screen.getByText('Online')).toBeTruthy());
  expect(document.body.textContent).not.toMatch(/very-secret|older-secret/);
});
