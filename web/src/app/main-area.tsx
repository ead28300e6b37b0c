import { useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { Shell } from '@/features/shell/shell';
import { lazily } from '@/lib/until-loaded';
import { Splash } from './pending';

const Landing = lazily(() => import('./visitor-page').then((m) => m.VisitorPage));

const VisitorTrack = lazily(() => import('./visitor-track').then((m) => m.VisitorTrack));

const VisitorMix = lazily(() => import('./visitor-track').then((m) => m.VisitorMix));

const VisitorStation = lazily(() => import('./visitor-station').then((m) => m.VisitorStation));

/**
 * Members get the shell. Visitors get the landing page at every address except that of a station, a public song or a public mix.
 * Neither is shown until the session is known.
 */
export function MainArea() {
  const { status } = useSession();
  const at = new Set<string>(useMatches().map(({ routeId }) => routeId));
  if (status === 'loading') return <Splash />;
  return <Suspense fallback={<Splash />}>{status === 'signedIn' ? <Shell /> : <Visitors at={at} />}</Suspense>;
}

function Visitors({ at }: { at: ReadonlySet<string> }) {
  if (at.has('/main/radios/$id')) return <VisitorStation />;
  if (at.has('/main/mixes/$id')) return <VisitorMix />;
  return at.has('/main/tracks/$trackId') ? <VisitorTrack /> : <Landing />;
}
