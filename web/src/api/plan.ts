import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from './auth/session';
import { ApiError } from './error';
import { apiQuery } from './query-client';
import type { OfferedPlan, OwnPremium } from './types';

type EntitlementName = keyof OfferedPlan['grants'];

/** Why the plan of a person locks something: it lacks it, or all of it is used. */
export type Lock = { plan: string; isUsedUp: boolean };

/** The person's plan, what it grants and how much of it is used, which grows with every song and station that they add. */
export const ownPremiumQuery = queryOptions({ ...apiQuery(['/api/premium']), staleTime: 60_000 });

/** Why a plan locks something; null if it does not. */
export function lockOf(mine: OwnPremium | undefined, name: EntitlementName): Lock | null {
  const found = mine?.entitlements.find((one) => one.name === name);
  if (!mine || !found) return null;
  const { included, limit, used } = found;
  const isUsedUp = included && limit !== null && used !== null && used >= limit;
  return included && !isUsedUp ? null : { plan: mine.plan.name, isUsedUp };
}

function useOwnPremium(): OwnPremium | undefined {
  const { status } = useSession();
  return useQuery({ ...ownPremiumQuery, enabled: status === 'signedIn' }).data;
}

/** Why something is locked; null if it is not, as long as that is unknown, and for visitors. */
export const useLock = (name: EntitlementName): Lock | null => lockOf(useOwnPremium(), name);

/** How much the person's plan allows; null if it sets no limit, as long as that is unknown, and for visitors. */
export function useLimit(name: EntitlementName): { plan: string; limit: number } | null {
  const mine = useOwnPremium();
  const limit = mine?.entitlements.find((one) => one.name === name)?.limit ?? null;
  return mine && limit !== null ? { plan: mine.plan.name, limit } : null;
}

/** Whether the server refused something because of the person's plan. Its sentence says why. */
export const isRefusedByPlan = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'plan_required' || error.code === 'plan_limit');

const MB = 1 << 20;

/** Whether another plan would allow what the server refused. The room for uploads may also end where the operator says. */
export function useWouldPlanAllow(error: unknown): boolean {
  const room = useLimit('storage');
  const isFull = error instanceof ApiError && error.code === 'quota_exceeded';
  const { data } = useQuery({ ...apiQuery(['/api/account/storage']), enabled: isFull && room !== null });
  return isRefusedByPlan(error) || (isFull && room !== null && data?.quota === room.limit * MB);
}
