import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CopyCheck } from 'lucide-react';
import { duplicatesQuery } from '@/api/playlists';
import type { PlaylistDuplicate } from '@/api/types';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import type { PageDialogProps } from './page-dialog';

/** The duplicates in a playlist, with a button to keep only the first of each. */
export function DuplicatesDialog({ playlist, onClose, remove }: PageDialogProps) {
  const duplicates = useQuery({ ...duplicatesQuery(playlist.id), gcTime: 0, staleTime: 0 });
  const client = useQueryClient();
  const keepFirst = async (of: readonly PlaylistDuplicate[]) => {
    await remove(spare(of).map((entryId) => ({ entryId })));
    await client.invalidateQueries({ queryKey: duplicatesQuery(playlist.id).queryKey });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('playlist.duplicatesTitle')}
      description={t('playlist.duplicatesLead')}
    >
      <QueryView
        query={duplicates}
        skeleton={<Skeleton className="h-40 w-full" />}
        empty={<EmptyState icon={CopyCheck} title={t('playlist.duplicatesNone')} />}
      >
        {(found) => (
          <>
            <ul className="grid max-h-[50dvh] gap-1 overflow-y-auto">
              {found.map((duplicate) => (
                <li key={duplicate.entryIds[0]} className="flex items-center gap-3 py-1.5">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{duplicate.title}</span>
                    <span className="block truncate text-fg-muted text-sm">
                      {duplicate.artist} · {t('playlist.duplicatesTimes', { n: duplicate.entryIds.length })}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={t('playlist.duplicatesRemoveOne', { title: duplicate.title })}
                    onClick={() => void keepFirst([duplicate])}
                  >
                    {t('playlist.duplicatesRemove')}
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex justify-end">
              <Button onClick={() => void keepFirst(found).then(onClose)}>
                {t('playlist.duplicatesRemoveAll', { n: spare(found).length })}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

/** All except the first of each. */
const spare = (of: readonly PlaylistDuplicate[]) => of.flatMap(({ entryIds }) => entryIds.slice(1));
