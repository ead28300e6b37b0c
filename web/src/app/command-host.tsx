import { Suspense, useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { closeCommands, useCommandDialog } from '@/lib/commands';
import { whenIdle } from '@/lib/idle';
import { lazily } from '@/lib/until-loaded';
import { Hosted, hostPart } from '@/ui/part/host-part';

const commands = hostPart(() => import('./commands-dialog').then((m) => m.CommandsDialog), useCommandDialog, closeCommands);
const Keys = lazily(() => import('./command-keys').then((m) => m.CommandKeys));

/** The command palette, the list of shortcuts and their keys, for members. Their code loads on demand; that of the keys when the page is idle. */
export function CommandHost() {
  const open = useCommandDialog((state) => state.open);
  const { status } = useSession();
  const [quiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  if (status !== 'signedIn') return null;
  return (
    <>
      <Suspense>{quiet && <Keys />}</Suspense>
      {open !== undefined && <Hosted part={commands} open={open !== null} />}
    </>
  );
}
