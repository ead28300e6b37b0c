import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';
import { toast } from '@/ui/toast/toast-store';

export const plansQuery = { ...apiQuery(['/api/admin/premium/plans']), staleTime: 0 };

type Send = { call: () => Promise<unknown>; done?: string };

/** Sends a form; its dialog shows why it failed. Everything that shows plans and people is requested again. */
export function useSend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Send) => call(),
    onSuccess: (_, { done }) => done && toast({ title: done }),
    onSettled: () => client.invalidateQueries(),
  });
}
