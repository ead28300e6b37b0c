import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { tokens } from '@/api/tokens';
import { Splash } from './pending';

const loadShell = () => import('@/features/shell/shell');
const Shell = lazy(() => loadShell().then((m) => ({ default: m.Shell })));
const Landing = lazy(() => import('./visitor-page').then((m) => ({ default: m.VisitorPage })));

// A member's shell is on its way while the session is still being asked for.
if (tokens.exist()) void loadShell();

/** Members get the shell, visitors the landing page at whatever address they typed, and neither while that is not known. */
export function MainArea() {
  const { status } = useSession();
  if (status === 'loading') return <Splash />;
  return <Suspense fallback={<Splash />}>{status === 'signedIn' ? <Shell /> : <Landing />}</Suspense>;
}
