import { type FormEvent, useState } from 'react';
import { displayName } from '@/api/auth/session';
import { request } from '@/api/client';
import type { Member } from '@/api/types';
import { t } from '@/i18n/admin/premium';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { type Payment, payerOf } from './payment';
import { PersonPicker } from './person-picker';
import { Problem } from './problem';
import { useSend } from './queries';

/** Says whose payment one is that matched nobody. */
export function AssignDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [person, setPerson] = useState<Member | null>(null);
  const [isTried, setTried] = useState(false);
  const send = useSend();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!person) return;
    send.mutate(
      {
        call: () => request(`/api/admin/premium/payments/${payment.id}/assign`, { method: 'POST', body: { accountId: person.id } }),
        done: t('adminPremium.assigned', { name: displayName(person) }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      keepOpen={send.isPending}
      onOpenChange={(open) => open || onClose()}
      title={t('adminPremium.assignNamed', { name: payerOf(payment) })}
      description={t('adminPremium.assignText')}
    >
      <form className="grid gap-4" onSubmit={submit}>
        <PersonPicker person={person} error={isTried ? t('adminPremium.personNeeded') : undefined} onChange={setPerson} />
        <Problem error={send.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('adminPremium.cancel')}
          </Button>
          <Button type="submit" pending={send.isPending}>
            {t('adminPremium.assign')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
