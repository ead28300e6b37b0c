import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useState } from 'react';
import { rewindQuery } from '@/api/stations';
import type { Station, StationPlay } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { seedOf } from '@/lib/art';
import { rewind } from '@/player/view/rewind-bar';
import { useEngine } from '@/player/view/use-player';
import { stationContext, stationItem } from '@/things/station/play-station';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Panel } from './panel';
import { historyQuery } from './queries';
import { TrackActions } from './track-actions';

const FEW = 6; // rows before “Show more”: chat and requests are below them on a phone

/** The last twenty songs with their times; if the station keeps its past, they can be played again. */
export function PlayedLately({ station }: { station: Station }) {
  const query = useQuery(historyQuery(station.id));
  const { data: kept } = useQuery({ ...rewindQuery(station.id), enabled: station.rewindHours > 0 });
  const [all, setAll] = useState(false);
  const since = kept?.from ? Date.parse(kept.from) : Number.POSITIVE_INFINITY;
  return (
    <Panel title={t('station.history')}>
      <QueryView
        query={query}
        skeleton={<RowsSkeleton rowHeight={60} rows={5} />}
        empty={<p className="text-fg-muted">{t('station.historyNone')}</p>}
      >
        {(plays) => (
          <>
            <ul aria-label={t('station.history')} className="divide-y divide-line">
              {plays.slice(0, all ? undefined : FEW).map((play) => (
                <PlayRow key={play.playId} play={play} station={station} again={Date.parse(play.at) >= since} />
              ))}
            </ul>
            {!all && plays.length > FEW && (
              <Button variant="ghost" size="sm" className="mt-3" onClick={() => setAll(true)}>
                {t('home.showAll')}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function PlayRow({ play, station, again }: { play: StationPlay; station: Station; again: boolean }) {
  const { at: began, title, artist, trackId, coverUrl, track } = play;
  const at = new Date(began).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });
  return (
    <li className="flex min-h-15 items-center gap-3 py-1.5">
      <time dateTime={began} className="tnum w-16 shrink-0 whitespace-nowrap text-fg-muted text-sm max-sm:hidden">
        {at}
      </time>
      <Cover url={coverUrl} seed={seedOf({ album: track?.album, title })} sizes="44px" className="size-11 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium leading-6">
          {trackId ? (
            <Link to="/tracks/$trackId" params={{ trackId }} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="truncate text-fg-muted text-sm">
          <span className="tnum sm:hidden">{at} · </span>
          {artist}
        </p>
      </div>
      {again && <Again play={play} station={station} />}
      <TrackActions track={track} />
    </li>
  );
}

function Again({ play, station }: { play: StationPlay; station: Station }) {
  const engine = useEngine();
  const hear = () => {
    if (engine.snapshot().current?.track.id !== station.id) engine.playNow([stationItem(station)], 0, stationContext(station));
    rewind(engine, station.id, Date.parse(play.at));
  };
  return <IconButton icon={History} label={t('station.jump', { title: play.title })} onClick={hear} />;
}
