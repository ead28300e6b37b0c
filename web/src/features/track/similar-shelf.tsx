import { useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { Suspense, useState } from 'react';
import { analysisQuery } from '@/api/analysis';
import type { Track } from '@/api/types';
import { t } from '@/i18n/analysis';
import { lazily } from '@/lib/until-loaded';
import { Shelf } from '@/things/list/card-grid';
import { MixButton } from '@/things/mix/mix-button';
import { TrackList, TrackListSkeleton } from '@/things/track/track-list';
import { Button } from '@/ui/button';
import { similarQuery } from './similar-queries';

const PathDialog = lazily(() => import('./path-dialog').then((m) => m.PathDialog));

/** Songs similar to one, with buttons for a mix and for a path to another song. */
export function SimilarShelf({ track }: { track: Track }) {
  const { data } = useQuery(similarQuery(track.id));
  const sound = useQuery(analysisQuery(track.id)).data;
  // Until it is analysed, songs are chosen by artist and genre.
  const byNames = sound !== undefined && sound.analysis === null;
  const [path, setPath] = useState<boolean>();
  const tools = (
    <span className="flex flex-wrap justify-end gap-2">
      <MixButton size="sm" of={{ track: track.id }} title={track.title} />
      <Button size="sm" variant="ghost" onClick={() => setPath(true)}>
        <Route size={16} aria-hidden />
        {t('similar.path')}
      </Button>
    </span>
  );
  return (
    <Shelf title={t('similar.title')} more={tools}>
      {data === undefined && <TrackListSkeleton />}
      {data && data.length > 0 && byNames && <p className="mb-3 text-fg-muted text-sm">{t('similar.byTags')}</p>}
      {data?.length === 0 && <p className="text-fg-muted">{t('similar.none')}</p>}
      {data && data.length > 0 && (
        <TrackList label={t('similar.title')} tracks={data} context={{ kind: 'track', title: track.title, href: `/tracks/${track.id}` }} />
      )}
      {path !== undefined && (
        <Suspense>
          <PathDialog from={track} open={path} onOpenChange={setPath} />
        </Suspense>
      )}
    </Shelf>
  );
}
