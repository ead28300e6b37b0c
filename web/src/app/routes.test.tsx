import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { tokens } from '@/api/auth/tokens';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { mount } from './mount';

const member = {
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'listener',
  createdAt: '2025-03-01T12:00:00Z',
};
const asMember = { 'GET /api/auth/user': member };
const asAdmin = { 'GET /api/auth/user': { ...member, role: 'admin' } };
const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content');

function head() {
  document.head.innerHTML =
    '<meta name="description"><meta property="og:title"><meta name="twitter:title"><meta property="og:description">';
}

it('an admin area that the configuration turned off is not there, nor are the ways to it', async () => {
  const config = { siteName: 'Sonora', siteDescription: '', developerPanels: false, adminArea: false };
  const app = renderApp('/admin/users', { ...asAdmin, 'GET /api/config': config });
  expect(await screen.findByText('404 Page Not Found')).toBeTruthy();
  expect(app.bodies('GET /api/users')).toEqual([]);
  await app.go('/');
  expect(await screen.findByText(/Good \w+, Ada/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull();
});

describe('visitors', () => {
  it.each(['/', '/search', '/library', '/no-such-page'])('see the landing page at %s, and the address does not change', async (address) => {
    const app = renderApp(address, {});
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(app.path()).toBe(address);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('see what is below the first screen of the landing page only when nothing can push it away', async () => {
    const config = { developerPanels: false, landingMusic: true };
    const answers = {
      'GET /api/config': config,
      'GET /api/tracks': [aTrack('t1', { title: 'Open air' })],
      'GET /api/radios': 'never',
    } as const;
    const app = renderApp('/', answers);
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(screen.queryByText('Get Started Now')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    app.unmount();
    renderApp('/', { ...answers, 'GET /api/radios': [] });
    expect(await screen.findByText('Open air')).toBeTruthy();
    expect(await screen.findByText('Get Started Now')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
  });

  it('see a public song, without the actions of members', async () => {
    const song = { ...aTrack('t1', { title: 'Open air' }), artists: [], composers: [], genres: [], hasLyrics: false };
    renderApp('/tracks/t1', { 'GET /api/tracks/t1': song, 'GET /api/tracks/t1/analysis': { state: 'off' } });
    expect(await screen.findByRole('heading', { name: 'Open air' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More options for Open air' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('see the landing page instead of a song that is not public', async () => {
    renderApp('/tracks/t2', { 'GET /api/tracks/t2': { status: 404, body: { detail: 'Not found.' } } });
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
  });

  it('do not see it flash while stored tokens are checked', async () => {
    tokens.store({ access: `h.${btoa('{"sub":"u1","email":"ada@example.com","first_name":"Ada"}')}.s`, refresh: 'r' });
    renderApp('/', { 'GET /api/auth/user': 'never' });
    expect(await screen.findByText(/Good \w+, Ada/)).toBeTruthy();
    expect(screen.queryByText('Get Started Free')).toBeNull();
  });

  it('see neither the shell nor the landing page until the session is known', async () => {
    renderApp('/', { 'GET /api/auth/user': 'never' });
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(screen.queryByText('Get Started Free')).toBeNull();
  });

  it('see six features, both sign-in links and the footer', async () => {
    const { container } = renderApp('/landing', {});
    await screen.findByText('Sonora © 2025');
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
    for (const word of ['crossfade', 'gapless', 'Live radio', 'DJ mixes']) expect(container.textContent).toContain(word);
    expect(screen.getByRole('link', { name: 'Get Started Free' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Get Started Now' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByText(/Google/)).toBeNull();
  });
});

describe('members', () => {
  it('see every link of the sidebar in order', async () => {
    renderApp('/', asMember);
    const main = await screen.findByRole('navigation', { name: 'Main' });
    const links = [...main.querySelectorAll('a')]
      .map((a) => `${a.textContent} ${a.getAttribute('href')}`)
      .filter((link) => !link.includes(' /playlists')); // the person's playlists load later
    expect(links).toEqual([
      'Home /',
      'Search /search',
      'Your Library /library',
      'Live Radio /radios',
      'AI Music /ai-music',
      'DJ Mix /dj-mix',
      'Your Premium /premium',
      "What's New /whats-new",
      'Recents /recents',
      'Your Updates /updates',
      'Settings and Privacy /settings',
      'Admin Panel /admin',
      expect.stringMatching(/Ada Lovelace.* \/profile/),
    ]);
    expect(main.querySelector('[aria-current=page]')?.textContent).toBe('Home');
    await within(main).findByRole('heading', { name: 'Playlists' }); // loads with the playlists
    const headings = [...main.querySelectorAll('h2')].map((heading) => heading.textContent);
    expect(headings).toEqual(['Creative Tools', 'Premium & Updates', 'Playlists']);
    const tabs = [...screen.getByRole('navigation', { name: 'Sections' }).querySelectorAll('a')];
    expect(tabs.map((a) => a.textContent)).toEqual(['Home', 'Search', 'Library', 'Radio']);
    expect(tabs.map((a) => a.getAttribute('href'))).toEqual(['/', '/search', '/library', '/radios']);
  });

  it.each(['/login', '/register'])('are redirected home from %s', async (address) => {
    const app = renderApp(address, asMember);
    await waitFor(() => expect(app.path()).toBe('/'));
  });

  it('can open the landing page', async () => {
    const app = renderApp('/landing', asMember);
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
    expect(app.path()).toBe('/landing');
  });

  it('see that a song does not exist', async () => {
    renderApp('/tracks/none', asMember);
    expect(await screen.findByText('Song not found')).toBeTruthy();
  });

  it.each(['/no-such-page', '/library/deeper/down'])('see the not-found page at the unknown address %s', async (address) => {
    renderApp(address, asMember);
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
  });

  it.each([
    ['/premium', 'Your Premium'],
    ['/updates', 'Your Updates'],
    ['/settings', 'Settings and Privacy'],
    ['/radios', 'Live Radio'],
    ['/dj-mix', 'DJ Mix'],
  ])('%s has its heading', async (address, heading) => {
    renderApp(address, asMember);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  });

  it.each([
    ['/create', ['Overview', 'Recent Projects']],
    ['/radios', ['Browse', 'Local Radio', 'Trending', 'Podcasts']],
    ['/ai-music', ['Crear', 'Recientes', 'Destacados', 'Trending']],
    ['/mixes', ['Explorar', 'Crear Mix', 'Recientes', 'Destacados']],
  ])('%s has its tabs', async (address, tabs) => {
    renderApp(address, asMember);
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(tabs);
  });

  it('see where they are in the navigation, also on the other page of a section', async () => {
    renderApp('/mixes', asMember);
    await screen.findAllByRole('tab');
    const current = () => screen.getByRole('navigation', { name: 'Main' }).querySelector('[aria-current=page]')?.textContent;
    await waitFor(() => expect(current()).toBe('DJ Mix'));
  });

  it('are signed out if the server ends the session', async () => {
    tokens.store({ access: 'x', refresh: 'r' });
    const app = renderApp('/', { 'POST /api/auth/token/refresh/': { status: 401, body: { detail: 'Token is invalid or expired' } } });
    await waitFor(() => expect(app.path()).toBe('/login'));
    expect(tokens.exist()).toBe(false);
  });
});

describe('titles', () => {
  const PAGES = [
    ['/search', 'Search'],
    ['/library', 'Your Library'],
    ['/ai-music', 'AI Music Studio'],
    ['/dj-mix', 'DJ Mix'],
    ['/premium', 'Your Premium'],
    ['/whats-new', "What's New"],
    ['/recents', 'Recents'],
    ['/updates', 'Your Updates'],
    ['/settings', 'Settings and Privacy'],
  ] as const;

  it('follow the page, with its description and social titles', async () => {
    head();
    const app = renderApp('/', asMember);
    await waitFor(() => expect(document.title).toBe('Home | Sonora'));
    const before = content('meta[name=description]');
    await app.go('/radios');
    await waitFor(() => expect(document.title).toBe('Live Radio | Sonora'));
    expect(content("meta[property='og:title']")).toBe('Live Radio | Sonora');
    expect(content('meta[name="twitter:title"]')).toBe('Live Radio | Sonora');
    expect(content('meta[name=description]')).not.toBe(before);
    for (const [path, title] of PAGES) {
      await app.go(path);
      await waitFor(() => expect(document.title).toBe(`${title} | Sonora`));
    }
    await app.go('/landing');
    await waitFor(() => expect(document.title).toBe('Sonora | Professional Music Platform'));
  });

  it('wait until the session is known', async () => {
    document.title = 'Sonora | Professional Music Platform';
    const titles: string[] = [];
    const watch = new MutationObserver(() => titles.push(document.title));
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    renderApp('/', { 'GET /api/auth/user': 'never' });
    await screen.findByRole('status');
    await new Promise((resolve) => setTimeout(resolve));
    watch.disconnect();
    expect([...titles, document.title].filter((title) => title.startsWith('Home'))).toEqual([]);
  });

  it('show the tagline to visitors', async () => {
    renderApp('/search', {});
    await screen.findByText('Get Started Free');
    expect(document.title).toBe('Sonora | Professional Music Platform');
  });
});

describe('the admin area', () => {
  it('asks visitors to sign in', async () => {
    renderApp('/admin', {});
    expect(await screen.findByRole('heading', { name: 'Acceso Restringido' })).toBeTruthy();
    expect(screen.getByText('Necesitas iniciar sesión para acceder al panel de administración.')).toBeTruthy();
    const ways = ['Iniciar Sesión', 'Crear Cuenta', 'Volver al Inicio'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(ways).toEqual(['/login', '/register', '/']);
  });

  it('offers members without the role only the way back', async () => {
    renderApp('/admin', asMember);
    expect(await screen.findByText(/no tiene permiso/)).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Volver al Inicio']);
  });

  it('waits for the role before it refuses', async () => {
    renderApp('/admin', { 'GET /api/auth/user': 'never' });
    expect(await screen.findByRole('status')).toBeTruthy();
    expect(screen.queryByText('Acceso Restringido')).toBeNull();
  });

  it.each(['/admin', '/admin/nope'])('has its own shell at %s', async (address) => {
    renderApp(address, asAdmin);
    await screen.findByRole('navigation', { name: 'Admin' });
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('has its own not-found page', async () => {
    renderApp('/admin/nope', asAdmin);
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Admin' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });
});

it('fails with a message if the page has no root element', () => {
  expect(() => mount(null)).toThrow(/^Root element not found$/);
  vi.restoreAllMocks();
});
