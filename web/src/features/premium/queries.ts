import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { ownPremiumQuery } from '@/api/plan';
import { apiQuery } from '@/api/query-client';
import type { components } from '@/api/schema';
import type { OwnPremium } from '@/api/types';
import { t } from '@/i18n/premium';
import { toast } from '@/ui/toast/toast-store';

const PREMIUM = '/api/premium';

/** What is paid changes on the provider's pages and in other tabs, so the plan is requested again on every visit and return. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true };

export const mineQuery = queryOptions({ ...ownPremiumQuery, ...fresh });
export const plansQuery = queryOptions({ ...apiQuery(['/api/premium/plans']), ...fresh });
export const invoicesQuery = queryOptions({ ...apiQuery(['/api/premium/invoices']), ...fresh });

/** When the person's account is to be deleted; null if it stays. Until they keep it, nothing can be bought, changed or resumed. */
export const useDeleteAt = (): string | null => useSession().user?.deleteAt ?? null;

/** The intervals of payments. */
export const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];
type Choice = { planId: string; interval: Interval };

const post = { method: 'POST' } as const;
export const cancelSubscription = () => request('/api/premium/cancel', post);
export const resumeSubscription = () => request('/api/premium/resume', post);
export const restorePayments = () => request('/api/premium/restore', post);
type Restored = components['schemas']['Restored'];
export const changePlan = (body: Choice) => request('/api/premium/change', { ...post, body });
export const leaveFamily = (id: string) => request(`/api/premium/family/members/${id}`, { method: 'DELETE' });

const checkoutPage = (body: Choice) => request('/api/premium/checkout', { ...post, body });
const portalPage = () => request('/api/premium/portal', post);

function usePremiumChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(PREMIUM) });
}

const failed = (error: Error) =>
  toast({ tone: 'danger', title: t('premium.failed'), description: messageOf(error, t('ui.loadFailedText')) });

/** A change of the plan. It shows a toast, and what has changed: also after a failure, which another tab may have caused. */
export function useAct<T = void>(call: (item: T) => Promise<unknown>, done?: string) {
  const changed = usePremiumChanged();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (done) toast({ title: done });
    },
    onError: failed,
    onSettled: changed,
  });
}

/** What was found, what was not, and what the person can do about it. */
function toldOf({ matched, verified, provider }: Restored): Parameters<typeof toast>[0] {
  const isDown = provider === 'unreachable';
  const description = isDown ? { description: t('premium.restore.unreachable') } : {};
  if (matched > 0) return { title: t('premium.restore.matched', { n: matched }), ...description };
  if (isDown) return { tone: 'danger', title: t('premium.failed'), ...description };
  if (provider === 'asked') return { title: t('premium.restored') };
  return { title: t('premium.restore.nothing'), description: t(verified ? 'premium.restore.otherAddress' : 'premium.restore.verifyFirst') };
}

/** Looks again for what the person has paid, and tells what was found. */
export function useRestore() {
  const changed = usePremiumChanged();
  return useMutation({
    mutationFn: restorePayments,
    onSuccess: (restored) => toast(toldOf(restored)),
    onError: failed,
    onSettled: changed,
  });
}

/** Leaves for a page of the payment provider. */
function useVisit<T>(call: (item: T) => Promise<{ url: string }>) {
  const changed = usePremiumChanged();
  return useMutation({
    mutationFn: call,
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      failed(error);
      void changed();
    },
  });
}

export const useCheckout = () => useVisit(checkoutPage);
export const usePortal = () => useVisit<void>(portalPage);

/** A way to get a plan that answers with it. The form shows the error. */
function useGet(call: (text: string) => Promise<OwnPremium>, done: (plan: string) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (mine) => {
      client.setQueryData(mineQuery.queryKey, mine);
      toast({ title: done(mine.plan.name) });
    },
  });
}

export const useRedeem = () =>
  useGet(
    (code) => request('/api/premium/codes/redeem', { ...post, body: { code } }),
    (plan) => t('premium.redeemed', { plan }),
  );

export const useJoin = () =>
  useGet(
    (invitation) => request('/api/premium/family/join', { ...post, body: { invitation } }),
    (plan) => t('premium.joinDone', { plan }),
  );

/** Makes an invitation. The form shows the error. */
export function useInvite() {
  const changed = usePremiumChanged();
  return useMutation({
    mutationFn: (email: string) => request('/api/premium/family/invitations', { ...post, body: { email } }),
    onSettled: () => void changed(), // the link does not wait for it
  });
}
