import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lockOf, ownPremiumQuery } from '@/api/plan';
import { t } from '@/i18n/t';
import { type DownloadItem, download } from '@/lib/offline';
import { reasonOf } from '@/ui/plan/plan-lock';
import { toast } from '@/ui/toast/toast-store';

/** Downloads items, or says why the person's plan has no downloads. */
export function useStartDownload(): (items: readonly DownloadItem[]) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (items) => {
    const lock = lockOf(await client.ensureQueryData(ownPremiumQuery).catch(() => undefined), 'downloads'); // unknown: the server decides
    if (!lock) return items.forEach((item) => void download(item));
    const action = { label: t('plan.see'), onSelect: () => void navigate({ to: '/premium' }) };
    toast({ title: t('plan.refused'), description: reasonOf('downloads', lock), action });
  };
}
