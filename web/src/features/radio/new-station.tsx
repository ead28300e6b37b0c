import { Plus } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/radio';
import { Button } from '@/ui/button';

export type StationDialogType = ComponentType<{ onClose: () => void }>;

/** Creates a station, for people who are allowed to. */
export function NewStation({ Dialog }: { Dialog: StationDialogType }) {
  const [open, setOpen] = useState(false);
  const { user } = useSession();
  if (!user || user.role === 'listener') return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden />
        {t('radio.new')}
      </Button>
      {open && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
