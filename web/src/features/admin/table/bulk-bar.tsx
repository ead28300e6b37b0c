import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/api/error';
import type { OnePage } from '@/api/query-client';
import { language, t } from '@/i18n/admin/table';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';
import type { BulkAction, RunningAction } from './columns';
import { FailureDialog } from './failure-dialog';
import { QuestionDialog } from './question-dialog';
import { ReasonDialog } from './reason-dialog';
import { TypedDialog } from './typed-dialog';
import { useBulk } from './use-bulk';
import type { Selection } from './use-selection';

/** How many items one request changes. */
const MAX_SELECTED = 1000;

type BulkBarProps<T> = {
  actions: readonly BulkAction[];
  selection: Selection;
  /** How many items match, on all pages. */
  total: number;
  /** The query of the first n of them. */
  all: (n: number) => OnePage<T>;
  nameOf: (item: T) => string;
  selectable?: (item: T) => boolean;
};

/** What can be done to the selected rows. */
export function BulkBar<T extends { id: string }>({ actions, selection, total, all, nameOf, selectable = () => true }: BulkBarProps<T>) {
  const client = useQueryClient();
  const [asks, setAsks] = useState<RunningAction | null>(null);
  const { run, pending, failure, forget } = useBulk(selection);
  const n = selection.names.size;
  const most = Math.min(total, MAX_SELECTED);
  const selectAll = async () => {
    try {
      const { items } = await client.fetchQuery({ ...all(most), staleTime: 0 });
      selection.add(items.filter(selectable).map((item) => ({ id: item.id, name: nameOf(item) })));
    } catch (error) {
      toast({ tone: 'danger', title: t('table.failed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  const confirm = (reason?: string) => {
    if (asks) run(asks, reason);
    setAsks(null);
  };
  const begin = async (action: BulkAction) => {
    if (!('open' in action)) return action.warning || action.question || action.reason ? setAsks(action) : run(action);
    try {
      await action.open([...selection.names.keys()]);
    } catch (error) {
      toast({ tone: 'danger', title: t('table.failed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
  return (
    <>
      {n > 0 && (
        <section
          aria-label={t('table.bulk')}
          className="sticky bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface-2 p-3 shadow-3 lg:bottom-4"
        >
          <span role="status" className="mr-2 font-semibold">
            {t('table.selected', { n: count(n, language()) })}
          </span>
          {n < most && (
            <Button variant="ghost" size="sm" onClick={() => void selectAll()}>
              {t(most < total ? 'table.selectMost' : 'table.selectAll', { n: count(most, language()) })}
            </Button>
          )}
          <span className="ml-auto flex flex-wrap items-center gap-2">
            {actions.map((action) => (
              <Button
                key={action.id}
                size="sm"
                variant={!('open' in action) && (action.warning || action.reason) ? 'danger' : 'secondary'}
                disabled={pending || n > ('most' in action ? action.most : MAX_SELECTED)}
                onClick={() => void begin(action)}
              >
                <action.icon size={16} aria-hidden />
                {action.label}
              </Button>
            ))}
            <IconButton icon={X} label={t('table.deselect')} size="sm" onClick={selection.clear} />
          </span>
        </section>
      )}
      <QuestionDialog
        action={asks?.question ? asks : null}
        names={[...selection.names.values()]}
        onClose={() => setAsks(null)}
        onConfirm={() => confirm()}
      />
      <TypedDialog
        action={asks?.warning ? asks : null}
        names={[...selection.names.values()]}
        onClose={() => setAsks(null)}
        onConfirm={() => confirm()}
      />
      {asks?.reason && (
        <ReasonDialog
          label={asks.label}
          reason={asks.reason}
          names={[...selection.names.values()]}
          onClose={() => setAsks(null)}
          onConfirm={confirm}
        />
      )}
      <FailureDialog failure={failure} onClose={forget} />
    </>
  );
}
