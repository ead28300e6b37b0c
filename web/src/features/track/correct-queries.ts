import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SoundEdit } from '@/api/analysis';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/analysis';
import { toast } from '@/ui/toast/toast-store';

/** Saves corrections; null restores the measured value. */
export function useCorrect(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: SoundEdit | null) =>
      edit === null
        ? request(`/api/tracks/${id}/analysis`, { method: 'DELETE' })
        : request(`/api/tracks/${id}/analysis`, { method: 'PUT', body: edit }),
    onSuccess: (_, edit) => {
      toast({ title: t(edit === null ? 'correct.undone' : 'correct.saved') });
      void client.invalidateQueries({ queryKey: ['/api/tracks', id] }); // with its analysis
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fieldErrors.bpm) return; // shown next to the field
      toast({ tone: 'danger', title: messageOf(error, t('ui.loadFailed')) });
    },
  });
}
