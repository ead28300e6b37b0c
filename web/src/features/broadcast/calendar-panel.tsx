import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationShow } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import type { PanelProps } from './panel';
import { useStationChange } from './queries';
import { ShowDialog } from './show-dialog';
import { dayName, WEEK, wallTime } from './week';

/** The week of a station, day by day, in its time zone. */
export function CalendarPanel({ station }: PanelProps) {
  const shows = useQuery(apiQuery([RADIOS, station.id, 'shows']));
  const [edited, setEdited] = useState<StationShow | 'new'>();
  return (
    <div className="max-w-3xl">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-fg-muted">{t('broadcast.calendarLead', { zone: station.timezone.replaceAll('_', ' ') })}</p>
        <Button variant="secondary" onClick={() => setEdited('new')}>
          <Plus size={18} aria-hidden />
          {t('broadcast.showAdd')}
        </Button>
      </div>
      <QueryView
        query={shows}
        skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
        empty={<Nothing>{t('broadcast.noShows')}</Nothing>}
      >
        {(all) =>
          WEEK.map((day) => {
            const today = all.filter(({ days }) => days.includes(day)).sort((a, b) => a.startMinute - b.startMinute);
            return (
              today.length > 0 && (
                <Group key={day} title={dayName(day)}>
                  {today.map((show) => (
                    <ShowRow key={show.id} station={station} show={show} onEdit={() => setEdited(show)} />
                  ))}
                </Group>
              )
            );
          })
        }
      </QueryView>
      {edited && <ShowDialog station={station} show={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

function ShowRow({ station, show, onEdit }: { station: Station; show: StationShow; onEdit: () => void }) {
  const remove = useStationChange(
    station.id,
    () => request(`${RADIOS}/${station.id}/shows/${show.id}`, { method: 'DELETE' }),
    t('broadcast.showRemoved'),
  );
  const hours = `${wallTime(show.startMinute)} – ${wallTime(show.startMinute + show.minutes)}`;
  const until = show.lastDay ? t('broadcast.until', { day: show.lastDay }) : '';
  return (
    <Row
      label={
        <>
          <span className="tnum text-fg-muted">{hours}</span>
          {show.name}
          {show.kind === 'live' && <Badge tone="live">{t('broadcast.showKind.live')}</Badge>}
        </>
      }
      hint={[show.isHard ? t('broadcast.hardStart') : '', until].filter(Boolean).join(' · ')}
    >
      <IconButton icon={Pencil} label={t('broadcast.showEdit', { name: show.name })} onClick={onEdit} />
      <AskDialog
        trigger={<IconButton icon={Trash2} label={t('broadcast.showRemove', { name: show.name })} />}
        title={t('broadcast.showRemove', { name: show.name })}
        description={t('broadcast.showRemoveText')}
        action={t('broadcast.remove')}
        onConfirm={() => remove.mutate()}
      />
    </Row>
  );
}
