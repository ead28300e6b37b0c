import { Check, Minus } from 'lucide-react';
import type { OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { cn } from '@/lib/cn';
import { Group, Row } from '@/ui/group';
import { ProgressBar } from '@/ui/progress-bar';
import { amountOf, dayOf, type EntitlementName, grantOf, isKnown } from './words';

type Entitlement = OwnPremium['entitlements'][number];

/** What the plan grants, and how much of it the person has used. */
export function Included({ mine }: { mine: OwnPremium }) {
  return (
    <Group title={t('premium.includes')} lead={t('premium.never')}>
      {mine.entitlements.map((entitlement) =>
        isKnown(entitlement.name) ? <Entitled key={entitlement.name} name={entitlement.name} entitlement={entitlement} /> : null,
      )}
    </Group>
  );
}

/** Aligns with the name, which stands behind an icon. */
const UNDER_NAME = 'pl-6.5';

function Entitled({ name, entitlement }: { name: EntitlementName; entitlement: Entitlement }) {
  const { included, kind, limit, used } = entitlement;
  const Icon = included ? Check : Minus;
  return (
    <Row
      label={
        <>
          <Icon size={18} aria-hidden className={included ? 'text-success' : 'text-fg-muted'} />
          {t(`premium.of.${name}`)}
        </>
      }
      hint={<p className={UNDER_NAME}>{grantOf(name, kind === 'switch' || !included ? included : limit)}</p>}
    >
      {included && used !== null && <Use name={name} used={used} entitlement={entitlement} />}
    </Row>
  );
}

/** How much is used: in words, and as a bar if there is a limit. */
function Use({ name, used, entitlement: { kind, limit, resetsAt } }: { name: EntitlementName; used: number; entitlement: Entitlement }) {
  const isMonthly = kind === 'monthly';
  const text =
    limit === null
      ? t(isMonthly ? 'premium.usedOpenMonth' : 'premium.usedOpen', { used: amountOf(name, used) })
      : t(isMonthly ? 'premium.usedMonth' : 'premium.used', {
          used: name === 'storage' ? amountOf(name, used) : used,
          amount: amountOf(name, limit),
        });
  return (
    <div className={cn('grid w-72 max-w-full gap-1.5 text-sm', UNDER_NAME)}>
      <p className="tnum">{text}</p>
      {limit !== null && limit > 0 && (
        <ProgressBar label={t('premium.meter', { what: t(`premium.of.${name}`) })} value={Math.min(used, limit)} max={limit} />
      )}
      {resetsAt && limit !== null && <p className="text-fg-muted">{t('premium.resets', { day: dayOf(resetsAt) })}</p>}
    </div>
  );
}
