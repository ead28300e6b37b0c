import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShowTime, Station } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { Badge } from '@/ui/badge';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Panel } from './panel';
import { scheduleQuery } from './queries';

const DAYS = 7;

/** The shows of the next seven days, in the reader's time zone. */
export function Schedule({ station }: { station: Station }) {
  const [{ from, to }] = useState(week);
  const query = useQuery({ ...scheduleQuery(station.id, from, to), select: notOver });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Panel title={t('station.schedule')}>
      <QueryView
        query={query}
        skeleton={<RowsSkeleton rowHeight={48} rows={4} />}
        empty={<p className="text-fg-muted">{t('station.scheduleNone')}</p>}
      >
        {(shows) => (
          <>
            <p className="mb-3 text-fg-muted text-sm">{t('station.scheduleZone', { zone })}</p>
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {byDay(shows).map(([day, list]) => (
                <li key={day}>
                  <h3 className="font-semibold text-fg-muted text-sm">{day}</h3>
                  <ul className="mt-1 divide-y divide-line">
                    {list.map((show) => (
                      <ShowRow key={`${show.showId} ${show.from}`} show={show} />
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function ShowRow({ show }: { show: ShowTime }) {
  const now = Date.now();
  const isOn = Date.parse(show.from) <= now && now < Date.parse(show.to);
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5" aria-current={isOn ? 'true' : undefined}>
      <span className="tnum w-38 shrink-0 whitespace-nowrap text-fg-muted text-sm">
        <time dateTime={show.from}>{hour(show.from)}</time> – <time dateTime={show.to}>{hour(show.to)}</time>
      </span>
      <span className="min-w-0 flex-1">
        <span className={isOn ? 'block break-words font-semibold text-accent-text' : 'block break-words font-medium'}>{show.name}</span>
        {show.dj && <span className="block truncate text-fg-muted text-sm">{t('station.with', { name: show.dj })}</span>}
      </span>
      {isOn ? (
        <Badge tone="accent">{t('station.scheduleNow')}</Badge>
      ) : (
        show.kind === 'live' && <Badge tone="outline">{t('station.scheduleLive')}</Badge>
      )}
    </li>
  );
}

const hour = (at: string) => new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });

/** The shows that have not ended yet: one from last night may have ended today. */
const notOver = (shows: ShowTime[]) => shows.filter(({ to }) => Date.now() < Date.parse(to));

/** Seven days from the start of today in the reader's time zone. */
function week(): { from: string; to: string } {
  const from = new Date();
  from.setHours(0, 0, 0, 0);
  const to = new Date(from);
  to.setDate(to.getDate() + DAYS);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** The shows by the reader's days, in order. */
export function byDay(shows: readonly ShowTime[]): [day: string, shows: ShowTime[]][] {
  const days = new Map<string, ShowTime[]>();
  const sorted = [...shows].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
  for (const show of sorted) {
    const day = new Date(show.from).toLocaleDateString(language(), { weekday: 'long', day: 'numeric', month: 'long' });
    days.set(day, [...(days.get(day) ?? []), show]);
  }
  return [...days];
}
