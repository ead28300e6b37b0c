import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isRefusedByPlan } from '@/api/plan';
import { t } from '@/i18n/t';
import { toast } from '@/ui/toast/toast-store';

/** Shows the way to other plans wherever the server refuses something because of the person's plan. */
export function PlanHost() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusedByPlan(event.action.error)) return;
        const { detail } = event.action.error;
        toast({
          tone: 'danger',
          title: t('plan.refused'),
          ...(detail && { description: detail }),
          action: { label: t('plan.see'), onSelect: () => void navigate({ to: '/premium' }) },
        });
      }),
    [client, navigate],
  );
  return null;
}
