import { type FormEvent, useState } from 'react';
import { displayName } from '@/api/auth/session';
import { request } from '@/api/client';
import type { Member } from '@/api/types';
import { t } from '@/i18n/admin/premium';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-area';
import { endOf } from './days';
import { PersonPicker } from './person-picker';
import { PlanChoice } from './plan-choice';
import { fieldErrorsOf, Problem } from './problem';
import { useSend } from './queries';

/** Gives a person a plan without a payment. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState<Member | null>(null);
  const [planId, setPlanId] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const send = useSend();
  const wrong = fieldErrorsOf(send.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!person || !reason.trim()) return;
    send.mutate(
      {
        call: () =>
          request('/api/admin/premium/memberships', {
            method: 'POST',
            body: { accountId: person.id, planId, endsAt: endOf(lastDay), reason: reason.trim() },
          }),
        done: t('adminPremium.granted', { name: displayName(person) }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open keepOpen={send.isPending} onOpenChange={(open) => open || onClose()} title={t('adminPremium.grantPlan')}>
      <form className="grid gap-4" onSubmit={submit}>
        <PersonPicker person={person} error={isTried ? t('adminPremium.personNeeded') : undefined} onChange={setPerson} />
        <PlanChoice value={planId} onChange={setPlanId} />
        <Field
          type="date"
          label={t('adminPremium.lastDay')}
          hint={t('adminPremium.lastDayHint')}
          error={wrong.endsAt?.[0]}
          value={lastDay}
          onChange={({ target }) => setLastDay(target.value)}
        />
        <TextArea
          label={t('adminPremium.reason')}
          hint={t('adminPremium.reasonHint')}
          maxLength={200}
          error={isTried && !reason.trim() ? t('adminPremium.reasonNeeded') : wrong.reason?.[0]}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Problem error={send.error} beside={['endsAt', 'reason']} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('adminPremium.cancel')}
          </Button>
          <Button type="submit" pending={send.isPending} disabled={planId === ''}>
            {t('adminPremium.grantAction')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
