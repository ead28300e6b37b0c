import { useQuery } from '@tanstack/react-query';
import { newestTracksQuery } from '@/api/queries';
import type { Track } from '@/api/types';
import { EmptyLibrary } from '@/features/tracks/empty-library';
import { TrackList } from '@/features/tracks/track-list';
import { t } from '@/i18n/t';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';

const NEWEST = 100;

/** What came into the library last. */
export function WhatsNewPage() {
  return (
    <>
      <PageHeader title={t('nav.whatsNew')} lead={t('whatsNew.lead')} />
      <QueryView
        query={useQuery(newestTracksQuery(NEWEST))}
        skeleton={<Skeleton className="h-96 w-full rounded-lg" />}
        empty={<EmptyLibrary />}
      >
        {(tracks: Track[]) => (
          <TrackList label={t('nav.whatsNew')} tracks={tracks} context={{ kind: 'list', title: t('nav.whatsNew'), href: '/whats-new' }} />
        )}
      </QueryView>
    </>
  );
}
