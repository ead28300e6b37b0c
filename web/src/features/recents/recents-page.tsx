import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { recentlyPlayedQuery } from '@/api/queries';
import { TrackList, TrackListSkeleton } from '@/features/tracks/track-list';
import { t } from '@/i18n/lists';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';

const LIMIT = 100;

/** /recents: what the person listened to, each track once. */
export function RecentsPage() {
  const recents = useQuery(recentlyPlayedQuery(LIMIT));
  const context = { kind: 'recents', title: t('recents.title'), href: '/recents' };
  return (
    <>
      <PageHeader title={t('recents.title')} lead={t('recents.lead')} />
      <QueryView query={recents} skeleton={<TrackListSkeleton />} empty={<NothingPlayed />}>
        {(tracks) => <TrackList label={t('recents.title')} tracks={tracks} context={context} />}
      </QueryView>
    </>
  );
}

function NothingPlayed() {
  return (
    <EmptyState
      icon={Clock}
      title={t('recents.empty')}
      text={t('recents.emptyText')}
      action={
        <Button asChild>
          <Link to="/library">{t('library.browse')}</Link>
        </Button>
      }
    />
  );
}
