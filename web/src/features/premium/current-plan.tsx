import type { OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { useDeleteAt, usePortal } from './queries';
import { besides, leavesOn, whyOf } from './words';

const TONES = {
  trialing: 'accent',
  active: 'success',
  past_due: 'danger',
  canceled: 'warning',
  granted: 'success',
  family: 'success',
} as const satisfies Record<Exclude<OwnPremium['status'], 'free'>, string>;

/** The plan that the person has, why, and until when. */
export function CurrentPlan({ mine }: { mine: OwnPremium }) {
  const { plan, status, source, reason, unlimited, payments } = mine;
  const deleteAt = useDeleteAt();
  const isLeaving = deleteAt !== null && source === 'stripe';
  const also = besides(mine);
  return (
    <Group title={t('premium.plan')}>
      <Row
        label={
          <>
            <span className="display text-xl">{plan.name}</span>
            {isLeaving ? (
              <Badge tone="warning">{t('premium.status.leaving')}</Badge>
            ) : (
              status !== 'free' && <Badge tone={TONES[status]}>{t(`premium.status.${status}`)}</Badge>
            )}
          </>
        }
        hint={
          <>
            {plan.description && <p>{plan.description}</p>}
            <p>{isLeaving ? t('premium.why.leaving', { day: leavesOn(mine, deleteAt) }) : whyOf(mine)}</p>
            {also && <p>{also}</p>}
            {reason && <p>{t('premium.reason', { reason })}</p>}
            {unlimited && <p>{t('premium.unlimited')}</p>}
          </>
        }
      >
        {status === 'past_due' && !isLeaving && payments.portal && <PayAgain />}
      </Row>
    </Group>
  );
}

function PayAgain() {
  const portal = usePortal();
  return (
    <Button pending={portal.isPending} onClick={() => portal.mutate()}>
      {t('premium.portal')}
    </Button>
  );
}
