import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import type { Station } from '@/api/types';
import { t } from '@/i18n/t';
import { HOME } from '@/lib/constants';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Tile, Tiles, TilesSkeleton } from './tiles';

/** The first radio stations. */
export function Stations() {
  const query = useQuery<Station[]>({ queryKey: ['/api/radios', { limit: HOME.stations }] });
  return (
    <QueryView query={query} skeleton={<TilesSkeleton />} empty={<NoStations />}>
      {(stations) => (
        <Tiles label={t('home.stations')}>
          {stations.slice(0, HOME.stations).map((station) => (
            <Tile
              key={station.id}
              slot="station-card"
              to="/radios"
              title={station.name}
              text={[station.genre, station.country].filter(Boolean).join(' · ')}
              cover={station.logoUrl}
              round
              badge={station.isLive && <Badge tone="live">{t('home.live')}</Badge>}
            />
          ))}
        </Tiles>
      )}
    </QueryView>
  );
}

function NoStations() {
  return (
    <EmptyState
      level={3}
      compact
      icon={Radio}
      title={t('home.noStations')}
      text={t('home.noStationsText')}
      action={
        <Button asChild variant="outline">
          <Link to="/library">{t('home.openLibrary')}</Link>
        </Button>
      }
    />
  );
}
