import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import type { Body } from '@/api/contract';
import { t } from '@/i18n/notifications';
import { type PushCalls, type PushState, pushState, renewPush, turnPushOff, turnPushOn } from '@/lib/browser/push';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

type Subscription = Body<'/api/push/subscriptions', 'POST'>['body'];

const calls: PushCalls = {
  // PushSubscriptionJSON has optional fields; a subscription that was just created has all of them.
  subscribe: (subscription) => request('/api/push/subscriptions', { method: 'POST', body: subscription as Subscription }),
  unsubscribe: (endpoint) => request('/api/push/unsubscribe', { method: 'POST', body: { endpoint } }),
};

/** Whether this browser receives push messages, with a switch. The browser asks for permission itself. */
export function PushDevice() {
  const id = useSession().user?.id ?? '';
  const key = ['push', id];
  const client = useQueryClient();
  const { data: state } = useQuery({ queryKey: key, queryFn: () => pushState(id), staleTime: 0 });
  useEffect(() => {
    renewPush(id, calls).catch((error: unknown) => console.warn('web push was not renewed', error));
  }, [id]);
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) return turnPushOff(calls);
      const { publicKey } = await request('/api/push');
      return turnPushOn(id, publicKey, calls);
    },
    onSuccess: (next) => client.setQueryData<PushState>(key, next),
    onError: () => toast({ tone: 'danger', title: t('notifications.notDone'), description: t('notifications.device.failed') }),
  });
  if (!state) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-4">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="font-semibold">{t('notifications.device')}</p>
        <p className="max-w-[60ch] text-fg-muted text-sm" role="status">
          {t(`notifications.device.${state}`)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'on' && <TestButton />}
        {(state === 'on' || state === 'off') && (
          <Button variant="secondary" size="sm" pending={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {t(state === 'on' ? 'notifications.device.turnOff' : 'notifications.device.turnOn')}
          </Button>
        )}
      </div>
    </div>
  );
}

function TestButton() {
  const failed = () => toast({ tone: 'danger', title: t('notifications.notDone'), description: t('notifications.device.failed') });
  const test = useMutation({
    mutationFn: () => request('/api/push/test', { method: 'POST' }),
    onSuccess: ({ sent }) => (sent > 0 ? toast({ title: t('notifications.tested', { n: sent }) }) : failed()),
    onError: failed,
  });
  return (
    <Button variant="ghost" size="sm" pending={test.isPending} onClick={() => test.mutate()}>
      {t('notifications.device.test')}
    </Button>
  );
}
