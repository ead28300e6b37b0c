import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Radio, Trash2 } from 'lucide-react';
import { request } from '@/api/client';
import { language, t } from '@/i18n/admin/table';
import '@/i18n/admin';
import '@/i18n/radio';
import { count, percent } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { Figure, Figures } from '../figures';
import { statsQuery } from '../lists';
import { statusQuery } from '../status/queries';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { stationColumns, stationFilters, stationPage } from './columns';
import { PlayButton } from './play-button';
import { StationDetails } from './station-details';

/** /admin/radios: every station on this server. */
export function StationsPage() {
  const add = (
    <Button asChild>
      <Link to="/create">{t('admin.stations.add')}</Link>
    </Button>
  );
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
        rowActions={({ id, name }) => <PlayButton id={id} name={name} />}
        details={(station, close) => <StationDetails station={station} onDeleted={close} />}
        bulk={bulkActions()}
        empty={<EmptyState icon={Radio} title={t('admin.stations.none')} text={t('admin.stations.noneText')} action={add} />}
      />
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
