import { useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/admin/files';
import { time } from '@/lib/format';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useChange } from '../lists';
import { Preview } from '../review/preview';

/** Files that may be what a missing one was. One of them can take its place. */
export function Successors({ song: { id, title }, onMerged }: { song: Track; onMerged: () => void }) {
  const query = useQuery({ ...apiQuery(['/api/admin/missing', id, 'successors']), staleTime: 0 });
  const change = useChange();
  const keep = (other: string) =>
    change.mutate(
      {
        call: async () => {
          const { failed } = await request('/api/admin/duplicates/merge', {
            method: 'POST',
            body: { keep: other, others: [id], action: 'delete' },
          });
          if (failed[0]) throw new Error(failed[0].detail);
        },
        done: t('files.replaced', { name: title }),
      },
      { onSuccess: onMerged },
    );
  return (
    <section aria-label={t('files.isItThis')} className="grid gap-3">
      <h3 className="font-semibold text-sm">{t('files.isItThis')}</h3>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-12 w-full" />}
        isEmpty={({ tracks }) => tracks.length === 0}
        empty={<p className="text-fg-muted text-sm">{t('files.noSuccessor')}</p>}
      >
        {({ tracks }) => (
          <ul className="grid gap-3">
            {tracks.map((track) => (
              <li key={track.id} className="grid gap-2 rounded-md border border-line p-3 text-sm">
                <p>
                  <span className="font-semibold">{track.title}</span>{' '}
                  <span className="text-fg-muted">{[track.artist, track.album, time(track.duration)].filter(Boolean).join(' · ')}</span>
                </p>
                <p className="break-all text-fg-muted">{track.file.path}</p>
                <Preview audioUrl={track.audioUrl} label={t('files.listen', { name: track.title })} />
                <Button
                  size="sm"
                  variant="secondary"
                  className="justify-self-start"
                  pending={change.isPending}
                  onClick={() => keep(track.id)}
                >
                  {t('files.thisOne')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
