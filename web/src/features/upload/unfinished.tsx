import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '@/i18n/upload';
import { percent } from '@/lib/format';
import { IconButton } from '@/ui/icon-button';
import { unfinishedQuery, useDiscard } from './queries';
import { useUploads } from './queue';
import type { UploadItem } from './types';

/** Uploads that are incomplete on the server and have no file in this window: from before a restart, or from elsewhere. */
export function Unfinished({ chosen }: { chosen: readonly UploadItem[] }) {
  const { data = [], refetch } = useQuery(unfinishedQuery);
  // Finished or removed uploads are no longer incomplete.
  const settled = chosen.map(({ id, state }) => `${id} ${state}`).join();
  const discarded = useUploads((state) => state.discarded);
  useEffect(() => void ((settled !== '' || discarded > 0) && refetch()), [settled, discarded, refetch]);
  const discard = useDiscard();
  const left = data.filter(
    (upload) => upload.state === 'receiving' && !chosen.some(({ file }) => file.name === upload.fileName && file.size === upload.length),
  );
  if (left.length === 0) return null;
  return (
    <section aria-label={t('upload.unfinished')} className="rounded-md bg-surface-2 px-4 py-3 text-sm">
      <h3 className="font-semibold">{t('upload.unfinished')}</h3>
      <p className="text-fg-muted">{t('upload.unfinishedText')}</p>
      <ul className="mt-1">
        {left.map((upload) => (
          <li key={upload.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">
              {t('upload.unfinishedItem', { name: upload.fileName, share: percent((upload.offset / Math.max(1, upload.length)) * 100) })}
            </span>
            <IconButton
              icon={X}
              size="sm"
              label={t('upload.discard', { name: upload.fileName })}
              onClick={() => discard.mutate(upload.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
