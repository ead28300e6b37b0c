import { Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { t } from '@/i18n/settings';
import { lazily } from '@/lib/until-loaded';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';

const EditForm = lazily(() => import('./edit-form').then((m) => m.EditForm));

/** “Edit Profile” and its dialog. */
export function EditDialog({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen} title={t('profile.edit')} trigger={<Button>{t('profile.edit')}</Button>}>
      <Suspense fallback={<Skeleton className="h-96 w-full" />}>
        <EditForm user={user} onDone={() => setOpen(false)} />
      </Suspense>
    </Dialog>
  );
}
