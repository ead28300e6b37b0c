import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { userQuery, useSession, watchSession } from '@/api/auth/session';
import { listen } from '@/api/events';
import { configQuery, libraryStatusQuery } from '@/api/queries';
import { createQueryClient } from '@/api/query-client';
import { watchReach } from '@/api/reach';
import { newestQuery, recentQuery } from '@/features/home/queries';
import { setSite, t, useTextVersion } from '@/i18n/t';
import { firstScreen } from '@/lib/first-screen';
import { rememberWayBack } from '@/lib/way-back';
import { PlayerProvider } from '@/player/view/player-provider';
import { MenuHost } from '@/ui/menu/menu-host';
import { ToastHost } from '@/ui/toast/toast';
import { toast } from '@/ui/toast/toast-store';
import { TooltipProvider } from '@/ui/tooltip';
import { followPushLinks } from './push-links';
import { ReachNotice } from './reach-notice';
import { createAppRouter } from './routes';

const client = createQueryClient();
const router = createAppRouter();

/** Loads what Home shows first, so that it is rendered once, with its covers, instead of several times. */
export const loadHome = (): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(userQuery),
    client.prefetchQuery(recentQuery),
    client.prefetchQuery(newestQuery),
    client.prefetchQuery(libraryStatusQuery),
  ]);

/** The providers of all pages. Changing the language or product name renders the tree anew; the player is outside it. */
export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Connections />
        <PlayerProvider>
          <Pages />
        </PlayerProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function Pages() {
  return (
    <TooltipProvider key={useTextVersion()}>
      <RouterProvider router={router} />
      <ReachNotice />
      <MenuHost />
      <ToastHost />
    </TooltipProvider>
  );
}

/** Pages that work without a session. */
const PUBLIC = [
  '/login',
  '/register',
  '/landing',
  '/terms',
  '/privacy',
  '/auth/',
  '/forgot',
  '/reset',
  '/verify',
  '/email/',
  '/invite',
  '/unsubscribe',
];

/** Starts something later; stopping it earlier means that it never starts. */
function after(ready: Promise<void>, start: () => () => void): () => void {
  let stopped = false;
  let stop = () => {};
  void ready.then(() => {
    if (!stopped) stop = start();
  });
  return () => {
    stopped = true;
    stop();
  };
}

/** Runs alongside the pages: ending the session, the server's events, the operator's name for the product. */
function Connections() {
  const account = useSession().user?.id;
  useEffect(
    () =>
      watchSession(client, () => {
        if (PUBLIC.some((path) => router.state.location.pathname.startsWith(path))) return;
        rememberWayBack();
        toast({ title: t('session.ended'), description: t('session.endedText') });
        void router.navigate({ to: '/login', ignoreBlocker: true });
      }),
    [],
  );
  useEffect(() => (account ? after(firstScreen(), () => listen(client, account)) : undefined), [account]);
  useEffect(() => watchReach(client), []);
  useEffect(() => followPushLinks(router), []);
  useEffect(() => {
    firstScreen()
      .then(() => client.fetchQuery(configQuery))
      .then(setSite, (error: unknown) => console.warn('The server did not tell its configuration.', error));
  }, []);
  return null;
}
