import type { OfferedPlan, OwnMembership, OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { Button } from '@/ui/button';
import { Confirm } from './confirm';
import { changePlan, INTERVALS, type Interval, useAct, useCheckout } from './queries';
import { changeText, price, subscriptionOf } from './words';

/**
 * A button for each interval in which the plan is sold. Whoever has a subscription changes it: two would be paid twice. Nobody is
 * sold less than the plan that they keep, because it would change nothing.
 */
export function Buy({ plan, mine }: { plan: OfferedPlan; mine: OwnPremium }) {
  const subscription = subscriptionOf(mine);
  if (subscription) return <Changes plan={plan} subscription={subscription} />;
  const isBelow = plan.rank < mine.plan.rank;
  if (isBelow && mine.endsAt === null) return null;
  const isGiven = plan.id === mine.plan.id;
  return (
    <div className={BUTTONS}>
      {isBelow && <p className="text-fg-muted text-sm">{t('premium.below', { plan: mine.plan.name })}</p>}
      {isGiven && <p className="text-fg-muted text-sm">{t('premium.given')}</p>}
      <Checkouts plan={plan} isUpgrade={!isGiven && !isBelow} />
    </div>
  );
}

const BUTTONS = 'mt-auto grid gap-2 pt-2';

type Offer = { interval: Interval; cost: string };

const offersOf = ({ prices }: OfferedPlan) =>
  INTERVALS.flatMap((interval): Offer[] => {
    const money = prices[interval];
    return money ? [{ interval, cost: price(money) }] : [];
  });

/** Buttons that lead to the payment provider. */
function Checkouts({ plan, isUpgrade }: { plan: OfferedPlan; isUpgrade: boolean }) {
  const checkout = useCheckout();
  return offersOf(plan).map(({ interval, cost }) => {
    const action = t(`premium.${isUpgrade ? 'upgrade' : 'buy'}.${interval}`, { price: cost });
    return (
      <Button
        key={interval}
        variant={interval === 'month' && isUpgrade ? 'primary' : 'secondary'}
        aria-label={t('premium.named', { plan: plan.name, action })}
        disabled={checkout.isPending}
        pending={checkout.isPending && checkout.variables.interval === interval}
        onClick={() => checkout.mutate({ planId: plan.id, interval })}
      >
        {action}
      </Button>
    );
  });
}

/** Buttons that move a subscription to the plan, or to another interval of it. */
function Changes({ plan, subscription }: { plan: OfferedPlan; subscription: OwnMembership }) {
  const change = useAct(changePlan, t('premium.changed'));
  const offers = offersOf(plan).filter(({ interval }) => subscription.planId !== plan.id || subscription.interval !== interval);
  return (
    <div className={BUTTONS}>
      {offers.map(({ interval, cost }) => {
        const action = t(`premium.change.${interval}`, { price: cost });
        return (
          <Confirm
            key={interval}
            trigger={
              <Button variant="secondary" aria-label={t('premium.named', { plan: plan.name, action })} pending={change.isPending}>
                {action}
              </Button>
            }
            title={t('premium.changeTitle', { plan: plan.name })}
            text={changeText(subscription, t(`premium.price.${interval}`, { price: cost }))}
            action={t('premium.change')}
            onConfirm={() => change.mutate({ planId: plan.id, interval })}
          />
        );
      })}
    </div>
  );
}
