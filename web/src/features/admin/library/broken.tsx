import { FileCheck2, FileSearch, Trash2 } from 'lucide-react';
import { request } from '@/api/client';
import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { FileProblem } from '@/api/types';
import { language, t } from '@/i18n/admin/files';
import '@/i18n/admin';
import '@/i18n/admin/table';
import { BACKEND } from '@/lib/constants';
import { bytes, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import type { Asked, BulkAction, Column, Filter } from '../table/columns';
import { DataTable } from '../table/data-table';
import { Facts } from '../table/row-sheet';
import { useRepair } from './use-repair';

const PROBLEMS = '/api/library/problems';
const KINDS = ['empty', 'truncated', 'not-audio', 'unreadable', 'corrupt'] as const;

const page = (asked: Asked) => onePage([PROBLEMS, asked as Query<typeof PROBLEMS>]);

const repair = (action: 'examine' | 'delete') => (ids: string[]) =>
  request('/api/admin/problems/bulk', { method: 'POST', body: { action, ids } });

/** Files that a scan could not add, and what can be done about them. */
export function Broken() {
  return (
    <DataTable
      name="broken-files"
      label={t('admin.problems')}
      search={t('files.searchBroken')}
      page={page}
      columns={columns()}
      filters={filters()}
      sort="path"
      nameOf={({ path }) => path || '/'}
      details={(problem) => <Details problem={problem} />}
      bulk={actions()}
      empty={<EmptyState icon={FileCheck2} title={t('files.noneBroken')} text={t('admin.problemsNone')} />}
    />
  );
}

const columns = (): Column<FileProblem>[] => [
  { id: 'path', label: t('admin.problem.path'), sorts: 'up', cell: ({ path }) => path || '/', text: ({ path }) => path },
  {
    id: 'kind',
    label: t('files.kind'),
    cell: ({ kind }) => <Badge tone="outline">{t(`files.kind.${kind}`)}</Badge>,
    text: ({ kind }) => t(`files.kind.${kind}`),
  },
  {
    id: 'reason',
    label: t('admin.problem.reason'),
    sorts: 'up',
    cell: ({ reason }) => <span className="block max-w-[60ch] whitespace-normal">{reason}</span>,
    text: ({ reason }) => reason,
    isLong: true,
  },
  { id: 'size', label: t('admin.problem.size'), sorts: 'down', cell: ({ size }) => bytes(size), text: ({ size }) => size },
  {
    id: 'seen',
    label: t('files.seen'),
    sorts: 'down',
    cell: ({ seenAt }) => moment(seenAt, language()),
    text: ({ seenAt }) => seenAt,
    optional: true,
  },
];

const filters = (): Filter[] => [
  { id: 'kind', label: t('files.kind'), options: KINDS.map((value) => ({ value, label: t(`files.kind.${value}`) })) },
];

const actions = (): BulkAction[] => [
  {
    id: 'examine',
    label: t('files.examine'),
    icon: FileSearch,
    run: repair('examine'),
    done: (n) => t('files.mended', { n }),
    unchanged: t('files.stillBroken'),
  },
  {
    id: 'delete',
    label: t('files.delete'),
    icon: Trash2,
    run: repair('delete'),
    done: (n) => t('files.deleted', { n }),
    warning: t('files.deleteText'),
  },
];

/** Everything that is known of a file. */
function Details({ problem: { id, root, path, kind, reason, size, seenAt } }: { problem: FileProblem }) {
  const [examine, remove] = actions();
  const { button, dialog } = useRepair(id, path);
  return (
    <>
      <p>{reason}</p>
      <div className="flex flex-wrap items-center gap-2">
        {button(examine)}
        <Button asChild size="sm" variant="secondary">
          <a href={`${BACKEND}/api/admin/problems/${id}/file`} download={path.split('/').at(-1)}>
            {t('files.download')}
          </a>
        </Button>
        {button(remove)}
      </div>
      <Facts
        facts={[
          [t('files.kind'), t(`files.kind.${kind}`)],
          [t('files.folder'), root],
          [t('admin.problem.path'), path],
          [t('admin.problem.size'), bytes(size)],
          [t('files.seen'), moment(seenAt, language())],
        ]}
      />
      {dialog}
    </>
  );
}
