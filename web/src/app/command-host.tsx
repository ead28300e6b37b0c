import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { useCommandDialog } from '@/lib/commands';
import { whenIdle } from '@/lib/idle';

const Commands = lazy(() => import('./commands-dialog').then((m) => ({ default: m.CommandsDialog })));
const Keys = lazy(() => import('./command-keys').then((m) => ({ default: m.CommandKeys })));

/** The command palette, the list of shortcuts and their keys, for members. Their code loads on demand; that of the keys when the page is idle. */
export function CommandHost() {
  const wanted = useCommandDialog(({ open }) => open !== undefined);
  const { status } = useSession();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  if (status !== 'signedIn') return null;
  return (
    <Suspense>
      {quiet && <Keys />}
      {wanted && <Commands />}
    </Suspense>
  );
}
