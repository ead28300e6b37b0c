import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play, Radio } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import type { Station } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { HOME } from '@/lib/constants';
import { count } from '@/lib/format';
import { countryLabel } from '@/things/station/countries';
import { usePlayStation } from '@/things/station/play-station';
import { StationBadge } from '@/things/station/station-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Tile, Tiles, TilesSkeleton } from './tiles';

const LOOKED_AT = 24; // stations from which those on air are chosen

/** The first radio stations, those on air before the others. */
export function Stations() {
  const query = useQuery(apiQuery(['/api/radios', { limit: LOOKED_AT }]));
  return (
    <QueryView query={query} skeleton={<TilesSkeleton />} empty={<NoStations />}>
      {(stations) => (
        <Tiles label={t('home.stations')}>
          {[...stations]
            .sort((a, b) => Number(b.isLive) - Number(a.isLive))
            .slice(0, HOME.stations)
            .map((station) => (
              <StationTile key={station.id} station={station} />
            ))}
        </Tiles>
      )}
    </QueryView>
  );
}

function StationTile({ station }: { station: Station }) {
  const { state, toggle } = usePlayStation(station);
  const { name, now, genre, country, isLive, listenerCount } = station;
  const playing = state === 'playing';
  const about = [genre, countryLabel(country)].filter(Boolean).join(' · ');
  const plays = isLive && [now?.artist, now?.title].filter(Boolean).join(' – ');
  return (
    <Tile
      slot="station-card"
      to={`/radios/${station.id}`}
      title={name}
      text={plays || about || t('nav.radio')}
      cover={station.logoUrl}
      round
      above={
        <p className="flex items-center gap-2 text-fg-muted text-sm">
          <StationBadge station={station} />
          {isLive && listenerCount !== null && (
            <span className="tnum truncate">{t('station.listening', { n: count(listenerCount, language()) })}</span>
          )}
        </p>
      }
      action={
        <IconButton
          variant="accent"
          size="sm"
          icon={playing ? Pause : Play}
          iconClassName="fill-current"
          label={t(playing ? 'station.pause' : 'station.play', { name })}
          onClick={toggle}
          className="absolute right-0 bottom-0"
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
