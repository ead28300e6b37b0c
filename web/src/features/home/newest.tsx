import { useQuery } from '@tanstack/react-query';
import { Disc3 } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/history';
import { AlbumCard } from '@/things/album/album-card';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Section } from './section';
import { STRIP_HEIGHT, Strip, StripItem, StripSkeleton } from './strip';

const ALBUMS = 12;

/** The newest albums. */
export function Newest() {
  const query = useQuery(apiQuery(['/api/albums', { sort: 'newest', limit: ALBUMS }]));
  return (
    <Section title={t('shelf.newest')} more={{ label: t('shelf.seeAll'), to: '/whats-new' }}>
      <QueryView
        query={query}
        skeleton={<StripSkeleton />}
        empty={
          <div style={{ minHeight: STRIP_HEIGHT }}>
            <EmptyState level={3} compact icon={Disc3} title={t('news.none')} text={t('news.noneText')} />
          </div>
        }
      >
        {(albums) => (
          <Strip label={t('shelf.newest')}>
            {albums.map((album) => (
              <StripItem key={album.id}>
                <AlbumCard album={album} />
              </StripItem>
            ))}
          </Strip>
        )}
      </QueryView>
    </Section>
  );
}
