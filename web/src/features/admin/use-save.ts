import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { components } from '@/api/schema';
import { t } from '@/i18n/admin';
import { toast } from '@/ui/toast/toast-store';

export type Settings = components['schemas']['Settings'];

export const SETTINGS = '/api/admin/settings';

/** New values; null removes a key. */
type Change = { [N in keyof Settings]?: Settings[N] | null };

/** Changes one setting; the server returns all current settings. */
export function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => request(SETTINGS, { method: 'PUT', body: change }),
    onSuccess: (saved) => {
      client.setQueryData([SETTINGS], saved);
      for (const changed of ['/api/config', '/api/ai/providers']) void client.invalidateQueries({ queryKey: [changed] });
      toast({ title: t('admin.settings.saved') });
    },
  });
}
