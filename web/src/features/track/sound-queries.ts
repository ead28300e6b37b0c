import { useMutation, useQueryClient } from '@tanstack/react-query';
import { analysisQuery } from '@/api/analysis';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/analysis';
import { toast } from '@/ui/toast/toast-store';

export function useAnalyseAgain(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(`/api/tracks/${id}/analysis`, { method: 'POST' }),
    onSuccess: () => toast({ title: t('sound.queued') }),
    onError: (error) => toast({ tone: 'danger', title: messageOf(error, t('ui.loadFailed')) }),
    onSettled: () => client.invalidateQueries({ queryKey: analysisQuery(id).queryKey }),
  });
}
