import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/players';
import { IconButton } from '@/ui/icon-button';
import { dialogPart } from '@/ui/part/part';

const DevicesDialog = dialogPart(() => import('./devices-dialog').then((m) => m.DevicesDialog));

/** Opens the person's other devices. */
export function DevicesButton({ size }: { size?: 'md' | 'lg' }) {
  const [open, setOpen] = useState(false);
  if (useSession().status !== 'signedIn') return null;
  return (
    <>
      <IconButton icon={MonitorSmartphone} size={size} label={t('players.title')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && <DevicesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
