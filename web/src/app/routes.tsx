import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HomePage } from '@/features/home/home-page';
import type { PlainKey } from '@/i18n/t';
import { withTexts } from '@/i18n/t';
import { untilLoaded } from '@/lib/until-loaded';
import { Crash } from './crash';
import { MainArea } from './main-area';
import { NotFound } from './not-found';
import { Pending } from './pending';
import { Root } from './root';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the page; `own` for pages that set it from their data. Without a title, the tagline is shown. */
    title?: PlainKey | 'own';
    description?: PlainKey;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

/** Keeps the named search parameters as text and drops all others. */
const params =
  <const N extends string>(...names: N[]) =>
  (search: Record<string, unknown>): { [name in N]?: string } =>
    Object.fromEntries(names.flatMap((name) => (text(search[name]) === undefined ? [] : [[name, text(search[name])]]))) as {
      [name in N]?: string;
    };

/** A page whose code and texts load when it is opened. It waits for a server that is away: the router alone would reload the document, and stop the music. */
const page = <M extends Record<string, unknown>, N extends keyof M & string>(load: () => Promise<M>, name: N) =>
  lazyRouteComponent(
    untilLoaded(() => load().then(withTexts)),
    name,
  );

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });
const at = <P extends string>(path: P) => ({ getParentRoute: () => root, path }) as const;

/** Without the shell, for everyone. */
const outside = [
  createRoute({ ...at('/landing'), component: page(() => import('./visitor-page'), 'VisitorPage') }),
  createRoute({
    ...at('/login'),
    component: page(() => import('@/features/auth/login-page'), 'LoginPage'),
    staticData: { title: 'title.login', description: 'meta.login' },
  }),
  createRoute({
    ...at('/register'),
    component: page(() => import('@/features/auth/register-page'), 'RegisterPage'),
    staticData: { title: 'title.register', description: 'meta.register' },
  }),
  createRoute({
    ...at('/forgot'),
    component: page(() => import('@/features/auth/forgot-page'), 'ForgotPage'),
    staticData: { title: 'title.forgot' },
  }),
  createRoute({
    ...at('/reset'),
    component: page(() => import('@/features/auth/reset-page'), 'ResetPage'),
    staticData: { title: 'title.reset' },
  }),
  createRoute({
    ...at('/verify'),
    component: page(() => import('@/features/auth/verify-page'), 'VerifyPage'),
    staticData: { title: 'title.verify' },
  }),
  createRoute({
    ...at('/email/confirm'),
    component: page(() => import('@/features/auth/email-confirm-page'), 'EmailConfirmPage'),
    staticData: { title: 'title.emailConfirm' },
  }),
  createRoute({
    ...at('/unsubscribe'),
    component: page(() => import('@/features/auth/unsubscribe-page'), 'UnsubscribePage'),
    staticData: { title: 'nav.updates' },
  }),
  createRoute({
    ...at('/invite'),
    component: page(() => import('@/features/auth/invite-page'), 'InvitePage'),
    staticData: { title: 'title.invite' },
  }),
  createRoute({
    ...at('/auth/$provider/callback'),
    validateSearch: params('code', 'state', 'error'),
    component: page(() => import('@/features/auth/callback-page'), 'CallbackPage'),
    staticData: { title: 'title.login' },
  }),
  createRoute({
    ...at('/s/$shareId'),
    component: page(() => import('@/features/share/shared-page'), 'SharedPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...at('/terms'),
    component: page(() => import('@/features/legal/legal-pages'), 'TermsPage'),
    staticData: { title: 'title.terms' },
  }),
  createRoute({
    ...at('/privacy'),
    component: page(() => import('@/features/legal/legal-pages'), 'PrivacyPage'),
    staticData: { title: 'title.privacy' },
  }),
];

/** The shell for members, the landing page for visitors; every address that matches nothing else belongs here. */
const main = createRoute({ getParentRoute: () => root, id: 'main', component: MainArea });
const inMain = <P extends string>(path: P) => ({ getParentRoute: () => main, path }) as const;

const inside = [
  // In one chunk with the shell: that is a tenth smaller than many small chunks shared with other pages.
  createRoute({ ...inMain('/'), component: HomePage, staticData: { title: 'nav.home' } }),
  createRoute({
    ...inMain('/search'),
    validateSearch: params('q', 'tab', 'genre', 'yearFrom', 'yearTo'),
    component: page(() => import('@/features/search/search-page'), 'SearchPage'),
    staticData: { title: 'title.search', description: 'meta.search' },
  }),
  createRoute({
    ...inMain('/library'),
    validateSearch: params(
      'tab',
      'sort',
      'genre',
      'folder',
      'yearFrom',
      'yearTo',
      'ratingMin',
      'bpmMin',
      'bpmMax',
      'energyMin',
      'energyMax',
      'loudnessMin',
      'loudnessMax',
      'key',
      'compatible',
    ),
    component: page(() => import('@/features/library/library-page'), 'LibraryPage'),
    staticData: { title: 'title.library', description: 'meta.library' },
  }),
  createRoute({
    ...inMain('/playlists'),
    component: page(() => import('@/features/playlists/playlists-page'), 'PlaylistsPage'),
    staticData: { title: 'title.playlists', description: 'meta.library' },
  }),
  createRoute({
    ...inMain('/playlists/$playlistId'),
    component: page(() => import('@/features/playlists/playlist-page'), 'PlaylistPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/playlists/join/$token'),
    component: page(() => import('@/features/playlists/join-page'), 'JoinPage'),
    staticData: { title: 'title.invite' },
  }),
  createRoute({
    ...inMain('/liked'),
    validateSearch: params('sort'),
    component: page(() => import('@/features/liked/liked-page'), 'LikedPage'),
    staticData: { title: 'title.liked' },
  }),
  createRoute({
    ...inMain('/recents'),
    component: page(() => import('@/features/recents/recents-page'), 'RecentsPage'),
    staticData: { title: 'nav.recents' },
  }),
  createRoute({
    ...inMain('/tracks/$trackId'),
    component: page(() => import('@/features/track/track-page'), 'TrackPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/albums/$albumId'),
    validateSearch: params('track'),
    component: page(() => import('@/features/album/album-page'), 'AlbumPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/artists/$artistId'),
    component: page(() => import('@/features/artist/artist-page'), 'ArtistPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/uploads'),
    component: page(() => import('@/features/upload/uploads-page'), 'UploadsPage'),
    staticData: { title: 'title.uploads' },
  }),
  createRoute({
    ...inMain('/shares'),
    component: page(() => import('@/features/share/shares-page'), 'SharesPage'),
    staticData: { title: 'title.shares' },
  }),
  createRoute({
    ...inMain('/downloads'),
    component: page(() => import('@/features/downloads/downloads-page'), 'DownloadsPage'),
    staticData: { title: 'title.downloads' },
  }),
  createRoute({
    ...inMain('/profile'),
    component: page(() => import('@/features/profile/profile-page'), 'ProfilePage'),
    staticData: { title: 'title.profile' },
  }),
  createRoute({
    ...inMain('/users/$userId'),
    component: page(() => import('@/features/profile/public-page'), 'PublicPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/settings'),
    validateSearch: params('tab'),
    component: page(() => import('@/features/settings/settings-page'), 'SettingsPage'),
    staticData: { title: 'nav.settings' },
  }),
  createRoute({
    ...inMain('/whats-new'),
    component: page(() => import('@/features/whats-new/whats-new-page'), 'WhatsNewPage'),
    staticData: { title: 'nav.whatsNew' },
  }),
  createRoute({
    ...inMain('/listening'),
    component: page(() => import('@/features/listening/listening-page'), 'ListeningPage'),
    staticData: { title: 'title.listening' },
  }),
  createRoute({
    ...inMain('/review/$year'),
    component: page(() => import('@/features/listening/review-page'), 'ReviewPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/create'),
    validateSearch: params('tab'),
    component: page(() => import('@/features/create/create-page'), 'CreatePage'),
    staticData: { title: 'title.create' },
  }),
  createRoute({
    ...inMain('/radios'),
    validateSearch: params('tab', 'q', 'country', 'genre'),
    component: page(() => import('./radio-screen'), 'RadioScreen'),
    staticData: { title: 'nav.radio', description: 'meta.radio' },
  }),
  createRoute({
    ...inMain('/radios/$id/manage'),
    validateSearch: params('tab'),
    component: page(() => import('@/features/broadcast/broadcast-page'), 'BroadcastPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/radios/$id/on-air'),
    component: page(() => import('@/features/on-air/on-air-page'), 'OnAirPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/radios/$id'),
    component: page(() => import('@/features/radio/station-page'), 'StationPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/podcasts/$id'),
    component: page(() => import('@/features/podcasts/podcast-page'), 'PodcastPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/podcasts/$id/episodes/$episode'),
    component: page(() => import('@/features/podcasts/episode-page'), 'EpisodePage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/ai-music'),
    validateSearch: params('tab', 'like'),
    component: page(() => import('@/features/ai-music/studio-page'), 'StudioPage'),
    staticData: { title: 'title.aiMusic' },
  }),
  createRoute({
    ...inMain('/dj-mix'),
    component: page(() => import('@/features/mixes/dj-mix-page'), 'DjMixPage'),
    staticData: { title: 'nav.djMix' },
  }),
  createRoute({
    ...inMain('/mixes'),
    validateSearch: params('tab', 'tool', 'track'),
    component: page(() => import('@/features/mixes/studio-page'), 'StudioPage'),
    staticData: { title: 'title.djStudio' },
  }),
  createRoute({
    ...inMain('/automixes'),
    component: page(() => import('@/features/automix/automix-page'), 'AutomixPage'),
    staticData: { title: 'title.automix' },
  }),
  createRoute({
    ...inMain('/automixes/$id'),
    component: page(() => import('@/features/automix/result-page'), 'ResultPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/mixes/$id'),
    component: page(() => import('@/features/mix/mix-page'), 'MixPage'),
    staticData: { title: 'own' },
  }),
  createRoute({
    ...inMain('/premium'),
    validateSearch: params('family', 'paid'),
    component: page(() => import('@/features/premium/premium-page'), 'PremiumPage'),
    staticData: { title: 'nav.premium' },
  }),
  createRoute({
    ...inMain('/updates'),
    validateSearch: params('tab'),
    component: page(() => import('@/features/notifications/notifications-page'), 'NotificationsPage'),
    staticData: { title: 'nav.updates' },
  }),
  createRoute({ ...inMain('$'), component: NotFound, staticData: { title: 'title.notFound' } }),
];

/** The admin area, with a shell of its own, which loads beside the page in it. */
const admin = createRoute({
  ...at('/admin'),
  component: page(() => import('./admin-gate'), 'AdminGate'),
  staticData: { title: 'title.admin' },
});
const inAdmin = <P extends string>(path: P) => ({ getParentRoute: () => admin, path }) as const;
const dashboard = page(() => import('@/features/admin/dashboard/dashboard-page'), 'DashboardPage');
const analytics = page(() => import('@/features/admin/analytics/analytics-page'), 'AnalyticsPage');
const status = page(() => import('@/features/admin/status/status-page'), 'StatusPage');
const diagnostics = page(() => import('@/features/admin/diagnostics/diagnostics-page'), 'DiagnosticsPage');
const database = page(() => import('@/features/admin/database/database-page'), 'DatabasePage');

const administration = [
  createRoute({ ...inAdmin('/'), component: dashboard, staticData: { title: 'title.admin' } }),
  createRoute({ ...inAdmin('/dashboard'), component: dashboard, staticData: { title: 'title.admin' } }),
  createRoute({
    ...inAdmin('/radios'),
    validateSearch: params('q', 'sort', 'page', 'status', 'mode', 'visibility'),
    component: page(() => import('@/features/admin/stations/stations-page'), 'StationsPage'),
    staticData: { title: 'admin.radios' },
  }),
  createRoute({
    ...inAdmin('/playlists'),
    validateSearch: params('tab', 'q', 'sort', 'page', 'genre', 'format', 'visibility', 'origin', 'madeBy', 'lacks', 'kind'),
    component: page(() => import('@/features/admin/music/music-page'), 'MusicPage'),
    staticData: { title: 'admin.music' },
  }),
  createRoute({
    ...inAdmin('/mixes'),
    validateSearch: params('q', 'sort', 'page', 'status', 'visibility', 'category', 'genre'),
    component: page(() => import('@/features/admin/mixes/mixes-page'), 'MixesPage'),
    staticData: { title: 'admin.mixes' },
  }),
  createRoute({
    ...inAdmin('/ia'),
    validateSearch: params('tab', 'q', 'sort', 'page', 'provider', 'status'),
    component: page(() => import('@/features/admin/review/review-page'), 'ReviewPage'),
    staticData: { title: 'admin.ia' },
  }),
  createRoute({
    ...inAdmin('/users'),
    validateSearch: params('tab', 'q', 'sort', 'page', 'role', 'status', 'verified', 'open'),
    component: page(() => import('@/features/admin/people-page'), 'PeoplePage'),
    staticData: { title: 'admin.users' },
  }),
  createRoute({
    ...inAdmin('/premium'),
    validateSearch: params('tab', 'q', 'sort', 'page', 'status', 'source', 'plan', 'open', 'matched'),
    component: page(() => import('@/features/admin/premium/premium-page'), 'PremiumPage'),
    staticData: { title: 'admin.premium' },
  }),
  createRoute({
    ...inAdmin('/analytics'),
    validateSearch: params('range', 'from', 'to'),
    component: analytics,
    staticData: { title: 'admin.analytics' },
  }),
  createRoute({ ...inAdmin('/status'), component: status, staticData: { title: 'admin.status' } }),
  createRoute({
    ...inAdmin('/alerts'),
    validateSearch: params('kind', 'unread', 'page'),
    component: page(() => import('@/features/admin/alerts/alerts-page'), 'AlertsPage'),
    staticData: { title: 'admin.alerts' },
  }),
  createRoute({ ...inAdmin('/diagnostics'), component: diagnostics, staticData: { title: 'admin.diagnostics' } }),
  createRoute({ ...inAdmin('/database'), component: database, staticData: { title: 'admin.database' } }),
  createRoute({
    ...inAdmin('/settings'),
    validateSearch: params('tab'),
    component: page(() => import('@/features/admin/settings/settings-page'), 'SettingsPage'),
    staticData: { title: 'admin.settings' },
  }),
  createRoute({
    ...inAdmin('/manual'),
    component: page(() => import('@/features/admin/manual/manual-page'), 'ManualPage'),
    staticData: { title: 'admin.manual' },
  }),
  createRoute({ ...inAdmin('$'), component: NotFound, staticData: { title: 'title.notFound' } }),
];

function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}

const routeTree = root.addChildren([...outside, main.addChildren(inside), admin.addChildren(administration)]);

export const createAppRouter = () =>
  createRouter({
    routeTree,
    // Every parameter is text (`params`); the default would quote those that look like numbers.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Crash,
    defaultPendingComponent: Pending,
    defaultPendingMs: 250,
    defaultPendingMinMs: 0, // a page that has loaded is shown at once
  });
