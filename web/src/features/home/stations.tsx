import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play, Radio } from 'lucide-react';
import type { Station } from '@/api/types';
import { usePlayStation } from '@/features/tracks/play-station';
import { t } from '@/i18n/radio';
import { HOME } from '@/lib/constants';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
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
            <StationTile key={station.id} station={station} />
          ))}
        </Tiles>
      )}
    </QueryView>
  );
}

function StationTile({ station }: { station: Station }) {
  const { state, toggle } = usePlayStation(station);
  const { name, now, genre, country } = station;
  const playing = state === 'playing';
  const about = [genre, country].filter(Boolean).join(' · ');
  return (
    <Tile
      slot="station-card"
      to={`/radios/${station.id}`}
      title={name}
      text={now?.title ? [now.artist, now.title].filter(Boolean).join(' – ') : about}
      cover={station.logoUrl}
      round
      badge={station.isLive && <Badge tone="live">{t('home.live')}</Badge>}
      action={
        <IconButton
          icon={playing ? Pause : Play}
          iconClassName="fill-current"
          label={t(playing ? 'station.pause' : 'station.play', { name })}
          onClick={toggle}
        />
      }
    />
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
