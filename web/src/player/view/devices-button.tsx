import { MonitorSmartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/players';
import { IconButton } from '@/ui/icon-button';

const DevicesDialog = lazy(() => import('./devices-dialog').then((m) => ({ default: m.DevicesDialog })));

/** Opens the person's other devices. */
export function DevicesButton({ size }: { size?: 'md' | 'lg' }) {
  const [open, setOpen] = useState<boolean>();
  if (useSession().status !== 'signedIn') return null;
  return (
    <>
      <IconButton icon={MonitorSmartphone} size={size} label={t('players.title')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Suspense>{open !== undefined && <DevicesDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
