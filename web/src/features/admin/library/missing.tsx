import { useQuery } from '@tanstack/react-query';
import { FileCheck2, FileSearch, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import type { Query } from '@/api/contract';
import { apiQuery, onePage } from '@/api/query-client';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/admin/files';
import '@/i18n/admin';
import '@/i18n/admin/table';
import { count, time } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { usePurge } from '../queries';
import type { Asked, BulkAction, Column } from '../table/columns';
import { DataTable } from '../table/data-table';
import { Facts } from '../table/row-sheet';
import { TypedDialog } from '../table/typed-dialog';
import { Successors } from './successors';
import { useRepair } from './use-repair';

const MISSING = '/api/library/missing';

const page = (asked: Asked) => onePage([MISSING, asked as Query<typeof MISSING>]);

const repair = (action: 'look' | 'purge') => (ids: string[]) =>
  request('/api/admin/missing/bulk', { method: 'POST', body: { action, ids } });

/** Songs without a file: kept until the file returns, another one takes its place, or the operator purges them. */
export function Missing() {
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-[70ch] text-fg-muted">{t('admin.missingText')}</p>
        <PurgeAll />
      </div>
      <DataTable
        name="missing-songs"
        label={t('admin.missing')}
        search={t('files.searchMissing')}
        page={page}
        columns={columns()}
        sort="-missing"
        nameOf={nameOf}
        below={({ artist }) => artist}
        details={(song, close) => <Details song={song} onMerged={close} />}
        bulk={actions()}
        empty={<EmptyState icon={FileCheck2} title={t('files.noneMissing')} text={t('admin.missingNone')} />}
      />
    </>
  );
}

const nameOf = ({ title }: Track) => title;

const columns = (): Column<Track>[] => [
  { id: 'title', label: t('files.song'), sorts: 'up', cell: nameOf, text: nameOf },
  { id: 'artist', label: t('files.artist'), sorts: 'up', cell: ({ artist }) => artist || '—', text: ({ artist }) => artist },
  { id: 'album', label: t('files.album'), sorts: 'up', cell: ({ album }) => album || '—', text: ({ album }) => album },
  {
    id: 'duration',
    label: t('files.duration'),
    sorts: 'down',
    cell: ({ duration }) => time(duration),
    text: ({ duration }) => time(duration),
  },
  { id: 'plays', label: t('files.plays'), sorts: 'down', cell: ({ plays }) => count(plays, language()), text: ({ plays }) => plays },
];

const actions = (): BulkAction[] => [
  {
    id: 'look',
    label: t('files.look'),
    icon: FileSearch,
    run: repair('look'),
    done: (n) => t('files.back', { n }),
    unchanged: t('files.stillMissing'),
  },
  {
    id: 'purge',
    label: t('files.purge'),
    icon: Trash2,
    run: repair('purge'),
    done: (n) => t('admin.purged', { n }),
    warning: t('admin.purgeText'),
  },
];

function Details({ song, onMerged }: { song: Track; onMerged: () => void }) {
  const [look, purge] = actions();
  const { button, dialog } = useRepair(song.id, song.title);
  const { data: file } = useQuery({ ...apiQuery(['/api/admin/tracks', song.id, 'file']), staleTime: 0 });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {button(look)}
        {button(purge)}
      </div>
      <Successors song={song} onMerged={onMerged} />
      <Facts
        facts={[
          [t('files.artist'), song.artist],
          [t('files.album'), song.album],
          [t('files.duration'), time(song.duration)],
          [t('files.folder'), file?.folder],
          [t('admin.problem.path'), file?.path],
          [t('files.plays'), count(song.plays, language())],
          [t('files.playlists'), file && count(file.playlists, language())],
          [t('files.likes'), file && count(file.likes, language())],
        ]}
      />
      {dialog}
    </>
  );
}

/** Deletes all of them, after a word was typed. */
function PurgeAll() {
  const [asks, setAsks] = useState(false);
  const purge = usePurge();
  const { data } = useQuery({ ...page({ limit: 1, at: 0 }), staleTime: 0 });
  if (!data || data.total === 0) return null;
  return (
    <>
      <Button variant="danger" size="sm" pending={purge.isPending} onClick={() => setAsks(true)}>
        {t('admin.purge')}
      </Button>
      <TypedDialog
        action={asks ? { label: t('admin.purge'), warning: `${t('admin.purgeTitle', { n: data.total })} ${t('admin.purgeText')}` } : null}
        names={[]}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          purge.mutate();
        }}
      />
    </>
  );
}
