import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play, Radio } from 'lucide-react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { stationQuery } from '@/api/stations';
import type { AdminStation } from '@/api/types';
import { language, t } from '@/i18n/admin';
import '@/i18n/radio';
import { count, percent } from '@/lib/format';
import { usePlayer } from '@/player/view/use-player';
import { stationContext, stationItem } from '@/things/station/play-station';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { toast } from '@/ui/toast/toast-store';
import { DeleteButton } from './delete-button';
import { stationsQuery, statsQuery, useChange } from './lists';
import { SearchedList } from './searched-list';
import { Figure, Figures, Row } from './table';

const columns = () => [
  t('admin.stations.station'),
  t('admin.table.genre'),
  t('admin.table.status'),
  t('admin.stations.listeners'),
  t('admin.stations.type'),
  t('admin.stations.quality'),
  t('admin.table.actions'),
];

/** Every station on this server. */
export function StationsPage() {
  const query = useInfiniteQuery(stationsQuery);
  const add = (
    <Button asChild>
      <Link to="/create">{t('admin.stations.add')}</Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={t('admin.radios')} lead={t('admin.stations.lead')} actions={add} />
      <Totals listeners={query.data?.pages.flatMap(({ items }) => items).reduce((sum, { listeners }) => sum + listeners, 0)} />
      <SearchedList
        query={query}
        search={t('admin.stations.search')}
        textsOf={({ name, genre }) => [name, genre]}
        label={t('admin.radios')}
        columns={columns()}
        empty={<EmptyState icon={Radio} title={t('admin.stations.none')} text={t('admin.stations.noneText')} action={add} />}
        row={(station) => <StationRow key={station.id} station={station} />}
      />
    </>
  );
}

function Totals({ listeners = 0 }: { listeners?: number }) {
  const radios = useQuery(statsQuery).data?.radios;
  if (!radios) return null;
  return (
    <Figures>
      <Figure label={t('admin.stations.total')} value={count(radios.total, language())} />
      <Figure label={t('admin.stations.listeners')} value={count(listeners, language())} />
      <Figure label={t('admin.stations.online')} value={percent(radios.total && (100 * radios.online) / radios.total)} />
    </Figures>
  );
}

function StationRow({ station }: { station: AdminStation }) {
  const { id, name, genre, isOnline, listeners, type, bitrate, format, problem } = station;
  const change = useChange();
  return (
    <Row
      columns={columns()}
      name={
        <Link to="/radios/$id" params={{ id }} className="hover:underline">
          {name}
        </Link>
      }
      below={problem}
      cells={[
        genre,
        <Badge key="status" tone={isOnline ? 'success' : 'neutral'}>
          {t(isOnline ? 'admin.stations.online' : 'admin.stations.offline')}
        </Badge>,
        count(listeners, language()),
        type,
        `${bitrate} ${format}`,
      ]}
      actions={
        <>
          <PlayButton id={id} name={name} />
          <Button asChild size="sm" variant="ghost">
            <Link to="/radios/$id/manage" params={{ id }} aria-label={`${t('admin.stations.manage')}: ${name}`}>
              {t('admin.stations.manage')}
            </Link>
          </Button>
          <DeleteButton
            name={name}
            text={t('admin.stations.deleteText')}
            onConfirm={() =>
              change.mutate({
                call: () => request(`/api/admin/radios/${id}`, { method: 'DELETE' }),
                done: t('admin.deleted', { name }),
              })
            }
          />
        </>
      }
    />
  );
}

/** Plays the station as listeners hear it. */
function PlayButton({ id, name }: { id: string; name: string }) {
  const player = usePlayer();
  const client = useQueryClient();
  const isPlaying = player.isCurrent(id) && player.isPlaying;
  const play = async () => {
    if (player.isCurrent(id)) return player.toggle();
    try {
      const station = await client.fetchQuery(stationQuery(id));
      player.play([stationItem(station)], 0, stationContext(station));
    } catch (error) {
      toast({ tone: 'danger', title: t('ui.loadFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'station.pause' : 'station.play', { name })}
      size="sm"
      onClick={() => void play()}
    />
  );
}
