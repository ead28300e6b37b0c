import { useQuery } from '@tanstack/react-query';
import { useSession } from './auth/session';
import { ApiError } from './error';
import { apiQuery } from './query-client';
import type { OfferedPlan, OwnPremium } from './types';

type EntitlementName = keyof OfferedPlan['grants'];

/** Why the plan of a person locks something: it lacks it, or all of it is used. */
export type Lock = { plan: string; isUsedUp: boolean };

/** The person's plan, what it grants and how much of it is used. */
export const ownPremiumQuery = apiQuery(['/api/premium']);

/** Why a plan locks something; null if it does not. */
export function lockOf(mine: OwnPremium | undefined, name: EntitlementName): Lock | null {
  const found = mine?.entitlements.find((one) => one.name === name);
  if (!mine || !found) return null;
  const { included, limit, used } = found;
  const isUsedUp = included && limit !== null && used !== null && used >= limit;
  return included && !isUsedUp ? null : { plan: mine.plan.name, isUsedUp };
}

/** Why something is locked; null if it is not, as long as that is unknown, and for visitors. */
export function useLock(name: EntitlementName): Lock | null {
  const { status } = useSession();
  return lockOf(useQuery({ ...ownPremiumQuery, enabled: status === 'signedIn' }).data, name);
}

/** Whether the server refused something because of the person's plan. Its sentence says why. */
export const isRefusedByPlan = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'plan_required' || error.code === 'plan_limit');
