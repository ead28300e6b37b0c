import type { OfferedPlan, OwnMembership, OwnPremium } from '@/api/types';
import { language, t } from '@/i18n/premium';
import { count, day } from '@/lib/format';
import { type Money, moneyText } from '@/lib/money';

type Grants = OfferedPlan['grants'];
export type EntitlementName = keyof Grants;

/** How each entitlement counts, in the order in which people see them. The server counts lengths by AI in seconds. */
const COUNTS: Record<EntitlementName, 'switch' | 'pieces' | 'seconds' | 'minutes' | 'megabytes' | 'stations' | 'devices'> = {
  lossless: 'switch',
  downloads: 'switch',
  aiGenerations: 'pieces',
  aiLength: 'seconds',
  automixMinutes: 'minutes',
  storage: 'megabytes',
  stations: 'stations',
  privateStations: 'switch',
  streams: 'devices',
  recordingLength: 'minutes',
  earlyMixes: 'switch',
};

export const ENTITLEMENTS = Object.keys(COUNTS) as EntitlementName[];

/** Whether this version of the app has words for an entitlement. */
export const isKnown = (name: string): name is EntitlementName => name in COUNTS;

const MONTHLY: readonly EntitlementName[] = ['aiGenerations', 'automixMinutes'];

const tenths = (n: number) => Math.round(n * 10) / 10;

/** A number of what an entitlement counts: `20 pieces`, `5 minutes`, `50 GB`. */
export function amountOf(name: EntitlementName, n: number): string {
  const unit = COUNTS[name];
  switch (unit) {
    case 'switch':
      return t(n > 0 ? 'premium.included' : 'premium.notIncluded');
    case 'megabytes':
      return n < 1024 ? `${count(n, language())} MB` : `${count(tenths(n / 1024), language())} GB`;
    case 'seconds':
      return n < 60 ? t('premium.amount.seconds', { n }) : t('premium.amount.minutes', { n: tenths(n / 60) });
    default:
      return t(`premium.amount.${unit}`, { n });
  }
}

/** What a plan grants of an entitlement: `20 pieces per month`, `up to 3 devices`, `Included`. */
export function grantOf(name: EntitlementName, grant: number | boolean | null): string {
  if (grant === null) return t('premium.noLimit');
  const n = Number(grant);
  if (n === 0 || COUNTS[name] === 'switch') return t(n > 0 ? 'premium.included' : 'premium.notIncluded');
  const amount = amountOf(name, n);
  return MONTHLY.includes(name) ? t('premium.perMonth', { amount }) : t('premium.upTo', { amount });
}

export const price = (money: Money) => moneyText(money, language());

export const dayOf = (iso: string) => day(iso, language());

/** The earlier of two moments. */
const earlier = (a: string | null, b: string) => (a !== null && Date.parse(a) < Date.parse(b) ? a : b);

/** When what is paid ends at the latest, for a person whose account is to be deleted. */
export const leavesOn = ({ endsAt }: { endsAt: string | null }, deleteAt: string) => dayOf(earlier(endsAt, deleteAt));

/** Why a person has their plan and until when, in sentences. */
export function whyOf({ status, source, endsAt, trialEndsAt, graceUntil, interval }: OwnPremium): string {
  const until = endsAt ? t('premium.why.until', { day: dayOf(endsAt) }) : t('premium.why.noEnd');
  const trialEnd = trialEndsAt ?? endsAt;
  switch (status) {
    case 'free':
      return t('premium.why.free');
    case 'trialing':
      return trialEnd ? t('premium.why.trialing', { day: dayOf(trialEnd) }) : t('premium.status.trialing');
    case 'active': {
      // Elsewhere than at Stripe, a payment may be the only one.
      if (source === 'community' && endsAt) return t('premium.why.paid', { day: dayOf(endsAt) });
      const next = endsAt && source === 'stripe' ? t('premium.why.next', { day: dayOf(endsAt) }) : until;
      return interval ? `${t(`premium.why.${interval}`)} ${next}` : next;
    }
    case 'past_due':
      return graceUntil ? `${t('premium.why.late')} ${t('premium.why.grace', { day: dayOf(graceUntil) })}` : t('premium.why.late');
    case 'canceled':
      return endsAt ? t('premium.why.canceled', { day: dayOf(endsAt) }) : t('premium.subscriptionOver');
    case 'granted':
      return `${t(source === 'code' ? 'premium.why.code' : 'premium.why.grant')} ${until}`;
    case 'family':
      return t('premium.why.family');
  }
}

/** What a person pays the payment provider for, which need not be the plan that they have: an operator may have given them a better one. */
export const subscriptionOf = ({ memberships }: OwnPremium) =>
  memberships.find(({ source, status }) => source === 'stripe' && status !== 'ended');

/** What a change to a price means. A trial goes on, and nothing of it was paid. */
export const changeText = ({ status, endsAt }: OwnMembership, price: string) =>
  status === 'trialing' && endsAt ? t('premium.changeTrial', { price, day: dayOf(endsAt) }) : t('premium.changeText', { price });

/** What canceling means. A trial was not paid, and of what is paid late the end may come earlier. */
export const cancelText = ({ status, endsAt }: OwnMembership) =>
  status !== 'past_due' && endsAt ? t('premium.cancelText', { day: dayOf(endsAt) }) : t('premium.cancelLate');

/** What says that a subscription goes on beside the plan that a person has; null if the plan is of that subscription. */
export function besides(mine: OwnPremium): string | null {
  const subscription = subscriptionOf(mine);
  if (!subscription || mine.source === 'stripe') return null;
  if (subscription.planId === mine.plan.id) return t('premium.besides.same');
  return t('premium.besides', { paid: subscription.planName, plan: mine.plan.name });
}

/** The invitation in what somebody pasted: a link, or the invitation itself. */
export function invitationIn(text: string): string {
  const trimmed = text.trim();
  return (URL.canParse(trimmed) && new URL(trimmed).searchParams.get('family')) || trimmed;
}

export const invitationLink = (invitation: string) => `${location.origin}/premium?family=${encodeURIComponent(invitation)}`;
