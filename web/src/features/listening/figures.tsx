import type { Listening } from '@/api/types';
import { language, t } from '@/i18n/history';
import { count } from '@/lib/format';
import { BarChart } from '@/ui/chart';
import { amount } from './amount';
import { barsOf, hourBars } from './bars';
import type { Unit } from './period';
import { TopList } from './top-list';

/** Time and plays in large figures. */
export function Totals({ data }: { data: Listening }) {
  const today = new Date();
  const passed = data.days.filter((day) => new Date(`${day.date}T00:00`) <= today).length;
  const longest = Math.max(0, ...data.days.map((day) => day.seconds));
  const figures = [
    [t('listening.time'), amount(data.seconds)],
    [t('listening.plays'), count(data.plays, language())],
    [t('listening.average'), amount(data.seconds === 0 ? 0 : Math.max(1, data.seconds / Math.max(1, passed)))],
    [t('listening.longest'), amount(longest)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse rounded-xl border border-line bg-surface px-5 py-4">
          <dt className="text-fg-muted text-sm">{name}</dt>
          <dd className="display tnum text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Charts({ data, unit }: { data: Listening; unit: Unit }) {
  const words = { asTable: t('listening.asTable'), asChart: t('listening.asChart') };
  const isYear = unit === 'year';
  return (
    <div className="mt-4 grid gap-4 @4xl:grid-cols-[3fr_2fr]">
      <BarChart
        title={t(isYear ? 'listening.perMonth' : 'listening.perDay')}
        bars={barsOf(unit, data.days)}
        format={amount}
        columns={{ label: t(isYear ? 'listening.month' : 'listening.day'), value: t('listening.value') }}
        words={words}
        ticks={isYear ? 12 : 8}
      />
      <BarChart
        title={t('listening.hours')}
        bars={hourBars(data.hours)}
        format={amount}
        columns={{ label: t('listening.hourOfDay'), value: t('listening.value') }}
        words={words}
      />
    </div>
  );
}

export function Tops({ data }: { data: Listening }) {
  return (
    <div className="mt-4 grid items-start gap-4 @3xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TopList title={t('listening.tracks')} tops={data.topTracks} href={(top) => `/tracks/${top.id}`} />
        <TopList title={t('listening.albums')} tops={data.topAlbums} href={(top) => `/albums/${top.id}`} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TopList title={t('listening.artists')} tops={data.topArtists} href={(top) => `/artists/${top.id}`} round />
        <TopList title={t('listening.genres')} tops={data.topGenres} plain />
      </div>
    </div>
  );
}
