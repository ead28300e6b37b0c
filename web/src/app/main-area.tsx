import { lazy, Suspense } from 'react';
import { useSession } from '@/api/session';
import { Shell } from '@/features/shell/shell';
import { Splash } from './pending';

const Landing = lazy(() => import('./visitor-page').then((m) => ({ default: m.VisitorPage })));

/** Members get the shell, visitors the landing page at whatever address they typed, and neither while that is not known. */
export function MainArea() {
  const { status } = useSession();
  if (status === 'loading') return <Splash />;
  return <Suspense fallback={<Splash />}>{status === 'signedIn' ? <Shell /> : <Landing />}</Suspense>;
}
