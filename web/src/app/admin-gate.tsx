import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { userQuery, useSession } from '@/api/auth/session';
import { untilLoaded } from '@/lib/until-loaded';
import { Crash } from './crash';
import { Splash } from './pending';

const AdminShell = lazy(untilLoaded(() => import('@/features/admin/admin-shell').then((m) => ({ default: m.AdminShell }))));
const Restricted = lazy(untilLoaded(() => import('@/features/admin/restricted').then((m) => ({ default: m.Restricted }))));

/** Shows the admin area to operators. The server checks the role on every call. */
export function AdminGate() {
  const session = useSession();
  const { error, refetch } = useQuery(userQuery);
  const known = session.status === 'anonymous' || (session.status === 'signedIn' && session.complete);
  if (!known) return error ? <Crash error={error} reset={() => void refetch()} /> : <Splash />;
  return (
    <Suspense fallback={<Splash />}>
      {session.user?.role === 'admin' ? <AdminShell /> : <Restricted signedIn={session.user !== null} />}
    </Suspense>
  );
}
