import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '@/api/client';
import { language, t } from '@/i18n/admin/premium';
import { moment } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '@/ui/text-area';
import { WordForm } from '@/ui/typed/word-form';
import { Facts } from '../table/row-sheet';
import { type Membership, nameOf, StatusBadge, sourceOf } from './membership-columns';
import { fieldErrorsOf, Problem } from './problem';
import { useSend } from './queries';

/** What the side sheet says about a membership, and how it ends. */
export function MembershipDetails({ membership, onEnded }: { membership: Membership; onEnded: () => void }) {
  const [asks, setAsks] = useState(false);
  const { accountId, email, planName, startsAt, endsAt, stopsAt, reason, reference, status } = membership;
  const when = (at: string | null) => at && moment(at, language());
  return (
    <>
      {status !== 'ended' && (
        <Button size="sm" variant="danger" className="justify-self-start" onClick={() => setAsks(true)}>
          {t('adminPremium.end')}
        </Button>
      )}
      <Facts
        facts={[
          [t('adminPremium.status'), <StatusBadge key="status" membership={membership} />],
          [t('adminPremium.email'), email],
          [t('adminPremium.plan'), planName],
          [t('adminPremium.source'), sourceOf(membership)],
          [t('adminPremium.price'), priceOf(membership)],
          [t('adminPremium.since'), when(startsAt)],
          [t('adminPremium.ends'), when(endsAt) ?? t('adminPremium.never')],
          [t('adminPremium.stops'), stopsAt === endsAt ? null : when(stopsAt)],
          [t('adminPremium.reason'), reason],
          [t('adminPremium.reference'), reference],
        ]}
      />
      <Link to="/admin/users" search={{ q: email, open: accountId }} className="font-semibold text-accent-text text-sm hover:underline">
        {t('adminPremium.openPerson')}
      </Link>
      {asks && <EndDialog membership={membership} onClose={() => setAsks(false)} onEnded={onEnded} />}
    </>
  );
}

function priceOf({ price, interval }: Membership) {
  if (!price) return null;
  const money = moneyText(price, language());
  if (interval === null) return money;
  return t(interval === 'month' ? 'adminPremium.perMonth' : 'adminPremium.perYear', { money });
}

type EndProps = { membership: Membership; onClose: () => void; onEnded: () => void };

/** Takes the plan away, after people have typed the person's name and said why. */
function EndDialog({ membership, onClose, onEnded }: EndProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const send = useSend();
  const name = nameOf(membership);
  const end = () => {
    setTried(true);
    if (!reason.trim()) return;
    send.mutate(
      {
        call: () => request(`/api/admin/premium/memberships/${membership.id}`, { method: 'DELETE', query: { reason: reason.trim() } }),
        done: t('adminPremium.ended', { name }),
      },
      { onSuccess: onEnded },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${t('adminPremium.end')}?`}
      description={t(membership.source === 'stripe' ? 'adminPremium.endStripeText' : 'adminPremium.endText')}
    >
      <TextArea
        label={t('adminPremium.reason')}
        hint={t('adminPremium.reasonHint')}
        maxLength={200}
        error={isTried && !reason.trim() ? t('adminPremium.reasonNeeded') : fieldErrorsOf(send.error).reason?.[0]}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Problem error={send.error} beside={['reason']} />
      <WordForm word={name} label={t('adminPremium.end')} onConfirm={end} />
    </Dialog>
  );
}
