import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isRefusedByPlan } from '@/api/plan';
import { t } from '@/i18n/t';
import { isAboutPlan } from '@/player/engine/recovery';
import { useEngine } from '@/player/view/use-player';
import { toast } from '@/ui/toast/toast-store';

/** Shows the way to other plans wherever the server refuses a change or a song because of the person's plan. */
export function PlanHost() {
  const client = useQueryClient();
  const engine = useEngine();
  const navigate = useNavigate();
  useEffect(() => {
    const action = { label: t('plan.see'), onSelect: () => void navigate({ to: '/premium' }) };
    const stops = [
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusedByPlan(event.action.error)) return;
        const { detail } = event.action.error;
        toast({ tone: 'danger', title: t('plan.refused'), ...(detail && { description: detail }), action });
      }),
      engine.on('notice', ({ reason, detail, item }) => {
        if (!isAboutPlan(reason)) return;
        const title = t('player.failed.title', { title: item.track.title });
        toast({ tone: 'danger', title, description: detail ?? t(`player.failed.${reason}`), action });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, engine, navigate]);
  return null;
}
