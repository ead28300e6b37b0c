import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationFigures } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { time } from '@/lib/format';
import { BarChart } from '@/ui/chart';
import { Nothing } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { curveBars, dayBars, hourBars } from './hours';

type Song = StationFigures['songs'][number];

const DAY = 24;
const SPANS = ['day', 'week', 'month'] as const;
type Span = (typeof SPANS)[number];
const DAYS: Record<Span, number> = { day: 1, week: 7, month: 30 };

/** The audience over time and per track. */
export function HealthFigures({ station }: { station: Station }) {
  const [span, setSpan] = useState<Span>('day');
  const figures = useQuery({
    ...apiQuery([RADIOS, station.id, 'figures', { days: DAYS[span] }]),
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  return (
    <section aria-label={t('broadcast.figures')} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-lg">{t('broadcast.figures')}</h2>
        <Select
          label={t('broadcast.figuresSpan')}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, label: t(`broadcast.span.${value}`) }))}
        />
      </div>
      <QueryView query={figures} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
        {({ hours, songs }) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <BarChart
              title={t(span === 'day' ? 'broadcast.perHour' : 'broadcast.perDay')}
              bars={span === 'day' ? hourBars(hours, Date.now(), DAY, language()) : dayBars(hours, Date.now(), DAYS[span], language())}
              format={(n) => t('broadcast.listenings', { n })}
              columns={{ label: t('broadcast.when'), value: t('broadcast.listeningsTitle') }}
              words={{ asTable: t('broadcast.asTable'), asChart: t('broadcast.asChart') }}
              ticks={6}
            />
            <SongCurve songs={songs} />
          </div>
        )}
      </QueryView>
    </section>
  );
}

/** How many listeners a track kept. */
function SongCurve({ songs }: { songs: readonly Song[] }) {
  const [chosen, setChosen] = useState('');
  const song = songs.find(({ playId }) => playId === chosen) ?? songs[0];
  if (!song) return <Nothing>{t('broadcast.noSongs')}</Nothing>;
  return (
    <div className="grid content-start gap-3">
      <BarChart
        title={t('broadcast.perSong')}
        bars={curveBars(song, time)}
        format={(n) => t('broadcast.listenersN', { n })}
        columns={{ label: t('broadcast.songTime'), value: t('broadcast.listenersNow') }}
        words={{ asTable: t('broadcast.asTable'), asChart: t('broadcast.asChart') }}
        ticks={6}
      />
      <Select
        label={t('broadcast.song')}
        value={song.playId}
        onChange={setChosen}
        options={songs.map((one) => ({ value: one.playId, label: songName(one) }))}
        className="min-w-0 max-w-full"
      />
    </div>
  );
}

const songName = ({ at, artist, title }: Song) =>
  `${new Date(at).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' })} ${[artist, title].filter(Boolean).join(' – ')}`;
