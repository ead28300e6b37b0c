import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Pencil, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import type { AdminStation } from '@/api/types';
import { language, t } from '@/i18n/admin/table';
import '@/i18n/admin';
import '@/i18n/radio';
import { count, percent } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { Figure, Figures } from '../figures';
import { statsQuery } from '../lists';
import { statusQuery } from '../status/queries';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { stationColumns, stationFilters, stationPage } from './columns';
import { PlayButton } from './play-button';
import { DeleteStation, StationDetails } from './station-details';
import { AddStationDialog, EditStationDialog } from './station-dialog';

/** /admin/radios: every station on this server. */
export function StationsPage() {
  const [dialog, setDialog] = useState<'add' | AdminStation | null>(null);
  const close = () => setDialog(null);
  const add = <Button onClick={() => setDialog('add')}>{t('admin.stations.add')}</Button>;
  return (
    <>
      <PageHeader title={t('admin.radios')} lead={t('admin.stations.lead')} actions={add} />
      <Totals />
      <DataTable
        name="radios"
        label={t('admin.radios')}
        search={t('admin.stations.search')}
        page={stationPage}
        columns={stationColumns()}
        filters={stationFilters()}
        sort="-created"
        nameOf={({ name }) => name}
        below={({ problem }) => problem}
        rowActions={(station) => (
          <>
            <PlayButton id={station.id} name={station.name} />
            <IconButton icon={Pencil} label={t('radios.form.edit', { name: station.name })} size="sm" onClick={() => setDialog(station)} />
            <DeleteStation station={station} />
          </>
        )}
        details={(station, onDeleted) => <StationDetails station={station} onEdit={() => setDialog(station)} onDeleted={onDeleted} />}
        bulk={bulkActions()}
        empty={<EmptyState icon={Radio} title={t('admin.stations.none')} text={t('admin.stations.noneText')} action={add} />}
      />
      {dialog === 'add' && <AddStationDialog onClose={close} />}
      {dialog !== null && dialog !== 'add' && <EditStationDialog station={dialog} onClose={close} />}
    </>
  );
}

function Totals() {
  const { data: status } = useQuery(statusQuery);
  const radios = useQuery(statsQuery).data?.radios;
  if (!radios || !status) return null;
  return (
    <Figures>
      <Figure label={t('admin.stations.total')} value={count(radios.total, language())} />
      <Figure label={t('admin.stations.listeners')} value={count(status.stations.listeners, language())} />
      <Figure label={t('admin.stations.online')} value={percent(radios.total && (100 * radios.online) / radios.total)} />
    </Figures>
  );
}

const send = (action: 'show' | 'hide' | 'delete') => (ids: string[]) =>
  request('/api/admin/radios/bulk', { method: 'POST', body: { action, ids } });

const bulkActions = (): BulkAction[] => [
  {
    id: 'show',
    label: t('radios.show'),
    icon: Eye,
    run: send('show'),
    undo: send('hide'),
    done: (n) => t('radios.shown', { n }),
  },
  {
    id: 'hide',
    label: t('radios.hide'),
    icon: EyeOff,
    run: send('hide'),
    undo: send('show'),
    done: (n) => t('radios.hidden', { n }),
  },
  {
    id: 'delete',
    label: t('admin.delete'),
    icon: Trash2,
    run: send('delete'),
    done: (n) => t('radios.deleted', { n }),
    warning: t('admin.stations.deleteText'),
  },
];
