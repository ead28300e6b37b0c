import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Disc3 } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/t';
import { HOME } from '@/lib/constants';
import { span } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Tile, Tiles, TilesSkeleton } from './tiles';

/** The first DJ mixes. */
export function Mixes() {
  const query = useQuery(apiQuery(['/api/mixes', { limit: HOME.mixes }]));
  return (
    <QueryView query={query} skeleton={<TilesSkeleton />} empty={<NoMixes />}>
      {(mixes) => (
        <Tiles label={t('home.mixes')}>
          {mixes.slice(0, HOME.mixes).map((mix) => (
            <Tile
              key={mix.id}
              slot="mix-card"
              to={`/mixes/${mix.id}`}
              title={mix.title}
              text={[mix.djName, mix.genre, mix.duration > 0 && span(mix.duration)].filter(Boolean).join(' · ')}
              cover={mix.coverImageUrl}
            />
          ))}
        </Tiles>
      )}
    </QueryView>
  );
}

function NoMixes() {
  return (
    <EmptyState
      level={3}
      compact
      icon={Disc3}
      title={t('home.noMixes')}
      text={t('home.noMixesText')}
      action={
        <Button asChild variant="outline">
          <Link to="/library">{t('home.openLibrary')}</Link>
        </Button>
      }
    />
  );
}
