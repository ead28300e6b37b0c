import { useQuery } from '@tanstack/react-query';
import { userQuery, useSession } from '@/api/auth/session';
import { configQuery } from '@/api/queries';
import { AdminShell } from '@/features/admin/admin-shell';
import { Restricted } from '@/features/admin/restricted';
import { Crash } from './crash';
import { NotFound } from './not-found';
import { Splash } from './pending';

/** Shows the admin area to operators, if the server has one. The server checks the role on every call. */
export function AdminGate() {
  const session = useSession();
  const { error, refetch } = useQuery(userQuery);
  const config = useQuery(configQuery); // of a server that does not tell, the area is shown: its API decides
  if (config.data?.adminArea === false) return <NotFound />;
  if (config.isPending) return <Splash />;
  const known = session.status === 'anonymous' || (session.status === 'signedIn' && session.complete);
  if (!known) return error ? <Crash error={error} reset={() => void refetch()} /> : <Splash />;
  return session.user?.role === 'admin' ? <AdminShell /> : <Restricted signedIn={session.user !== null} />;
}
