import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { userQuery, useSession } from '@/api/auth/session';
import { withTexts } from '@/i18n/t';
import { lazily } from '@/lib/until-loaded';
import { Crash } from './crash';
import { Splash } from './pending';

const AdminShell = lazily(() => import('@/features/admin/admin-shell').then(withTexts).then((m) => m.AdminShell));
const Restricted = lazily(() => import('@/features/admin/restricted').then((m) => m.Restricted));

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
