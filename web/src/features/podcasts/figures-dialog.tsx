import { useQuery } from '@tanstack/react-query';
import { PODCASTS } from '@/api/podcasts';
import { apiQuery } from '@/api/query-client';
import type { Podcast } from '@/api/types';
import { language, t } from '@/i18n/podcasts';
import { count } from '@/lib/format';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';

/** Statistics of the person's own podcast. */
export function FiguresDialog({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const figures = useQuery({ ...apiQuery([PODCASTS, podcast.id, 'figures']), staleTime: 0 });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('podcast.figures')} description={t('podcast.figuresText')} wide>
      <QueryView
        query={figures}
        skeleton={<RowsSkeleton rowHeight={72} />}
        isEmpty={({ episodes }) => episodes.length === 0}
        empty={<p className="text-fg-muted">{t('podcast.figuresNone')}</p>}
      >
        {({ episodes, apps }) => (
          <div className="grid gap-6">
            <Bars rows={episodes.map(({ id, title, plays }) => ({ key: id, name: title, plays }))} />
            <Bars rows={apps.map(({ name, plays }) => ({ key: name, name: name || t('podcast.otherApp'), plays }))} />
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

function Bars({ rows }: { rows: { key: string; name: string; plays: number }[] }) {
  const most = Math.max(...rows.map(({ plays }) => plays));
  return (
    <ul className="grid gap-2">
      {rows.map(({ key, name, plays }) => (
        <li key={key}>
          <div className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="tnum">{count(plays, language())}</span>
          </div>
          <div aria-hidden className="mt-1 h-1.5 rounded-full bg-surface-3">
            <div className="h-full rounded-full bg-accent" style={{ width: `${(plays / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
