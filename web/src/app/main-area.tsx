import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { Shell } from '@/features/shell/shell';
import { Splash } from './pending';

const Landing = lazy(() => import('./visitor-page').then((m) => ({ default: m.VisitorPage })));

const VisitorStation = lazy(() => import('./visitor-station').then((m) => ({ default: m.VisitorStation })));

/**
 * Members get the shell, visitors the landing page at whatever address they typed but that of a
 * station, and neither while that is not known.
 */
export function MainArea() {
  const { status } = useSession();
  const isStation = useMatches().some((match) => match.routeId === '/main/radios/$id');
  if (status === 'loading') return <Splash />;
  return <Suspense fallback={<Splash />}>{status === 'signedIn' ? <Shell /> : isStation ? <VisitorStation /> : <Landing />}</Suspense>;
}
