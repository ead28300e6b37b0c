import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Disc3, Eye, EyeOff, Globe, Lock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import type { AdminMix } from '@/api/types';
import { language, t } from '@/i18n/admin/mixes';
import '@/i18n/admin';
import '@/i18n/admin/table';
import { count, megabytes, percent } from '@/lib/format';
import { isOwnSound } from '@/things/mix/own-sound';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { Figure, Figures } from '../figures';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { mixColumns, mixFilters, mixPage } from './columns';
import { MixDetails } from './mix-details';
import { EditMixDialog, UploadMixDialog } from './mix-dialog';
import { PlayButton } from './play-button';

const summaryQuery = { ...apiQuery(['/api/admin/mixes/summary']), staleTime: 0 };

/** /admin/mixes: every DJ mix, the hidden ones too. */
export function MixesPage() {
  const [dialog, setDialog] = useState<'upload' | AdminMix | null>(null);
  const summary = useQuery(summaryQuery).data;
  const { category, genre } = useSearch({ strict: false });
  const close = () => setDialog(null);
  const upload = <Button onClick={() => setDialog('upload')}>{t('adminMixes.upload')}</Button>;
  return (
    <>
      <PageHeader title={t('admin.mixes')} lead={t('adminMixes.lead')} actions={upload} />
      {summary && (
        <Figures>
          <Figure
            label={t('admin.mixes.total')}
            value={count(summary.total, language())}
            note={t('admin.mixes.split', {
              active: count(summary.active, language()),
              inactive: count(summary.total - summary.active, language()),
            })}
          />
          <Figure label={t('admin.mixes.totalPlays')} value={count(summary.plays, language())} />
          <Figure label={t('admin.storageUsed')} value={megabytes(summary.fileSize)} />
          <Figure label={t('admin.mixes.activeRate')} value={percent(summary.total && (100 * summary.active) / summary.total)} />
        </Figures>
      )}
      <DataTable
        name="mixes"
        label={t('admin.mixes')}
        search={t('admin.mixes.search')}
        page={mixPage}
        columns={mixColumns()}
        filters={mixFilters(including(summary?.categories, category), including(summary?.genres, genre))}
        sort="-created"
        nameOf={({ title }) => title}
        below={({ djName }) => djName}
        rowActions={(mix) => (
          <>
            {isOwnSound(mix.audioUrl) && <PlayButton mix={mix} />}
            <IconButton icon={Pencil} label={t('adminMixes.editNamed', { name: mix.title })} size="sm" onClick={() => setDialog(mix)} />
          </>
        )}
        details={(mix, onDeleted) => <MixDetails mix={mix} onEdit={() => setDialog(mix)} onDeleted={onDeleted} />}
        bulk={bulkActions()}
        empty={<EmptyState icon={Disc3} title={t('admin.mixes.none')} text={t('admin.mixes.noneText')} action={upload} />}
      />
      {dialog === 'upload' && <UploadMixDialog onClose={close} />}
      {dialog !== null && dialog !== 'upload' && <EditMixDialog mix={dialog} onClose={close} />}
    </>
  );
}

/** The choices, with the one in the address while they load. */
const including = (choices: readonly string[] = [], chosen?: string) =>
  chosen && !choices.includes(chosen) ? [chosen, ...choices] : choices;

const send = (action: 'activate' | 'deactivate' | 'show' | 'hide' | 'delete') => (ids: string[]) =>
  request('/api/admin/mixes/bulk', { method: 'POST', body: { action, ids } });

const bulkActions = (): BulkAction[] => [
  {
    id: 'activate',
    label: t('adminMixes.activate'),
    icon: Eye,
    run: send('activate'),
    undo: send('deactivate'),
    done: (n) => t('adminMixes.activated', { n }),
  },
  {
    id: 'deactivate',
    label: t('adminMixes.deactivate'),
    icon: EyeOff,
    run: send('deactivate'),
    undo: send('activate'),
    done: (n) => t('adminMixes.deactivated', { n }),
  },
  {
    id: 'show',
    label: t('adminMixes.show'),
    icon: Globe,
    run: send('show'),
    undo: send('hide'),
    done: (n) => t('adminMixes.shown', { n }),
  },
  {
    id: 'hide',
    label: t('adminMixes.hide'),
    icon: Lock,
    run: send('hide'),
    undo: send('show'),
    done: (n) => t('adminMixes.hidden', { n }),
  },
  {
    id: 'delete',
    label: t('admin.delete'),
    icon: Trash2,
    run: send('delete'),
    done: (n) => t('adminMixes.deleted', { n }),
    warning: t('admin.mixes.deleteText'),
  },
];
