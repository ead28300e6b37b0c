import { useQuery } from '@tanstack/react-query';
import { userQuery, useSession } from '@/api/auth/session';
import { AdminShell } from '@/features/admin/admin-shell';
import { Restricted } from '@/features/admin/restricted';
import { Crash } from './crash';
import { Splash } from './pending';

/** Shows the admin area to operators. The server checks the role on every call. */
export function AdminGate() {
  const session = useSession();
  const { error, refetch } = useQuery(userQuery);
  const known = session.status === 'anonymous' || (session.status === 'signedIn' && session.complete);
  if (!known) return error ? <Crash error={error} reset={() => void refetch()} /> : <Splash />;
  return session.user?.role === 'admin' ? <AdminShell /> : <Restricted signedIn={session.user !== null} />;
}
