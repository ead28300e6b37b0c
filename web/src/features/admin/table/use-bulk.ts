import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/admin/table';
import { toast } from '@/ui/toast/toast-store';
import type { Outcome, RunningAction } from './columns';
import type { Selection } from './use-selection';

/** The items for which an action failed, with the reasons. */
export type Failure = { done: number; failed: { id: string; name: string; detail: string }[] };

/** Runs bulk actions on the selection, says what worked and what did not, and takes actions back. What worked is no longer selected. */
export function useBulk(selection: Pick<Selection, 'names' | 'remove'>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const work = useMutation({
    mutationFn: ({ call }: { call: () => Promise<Outcome>; done: (outcome: Outcome) => void }) => call(),
    onSuccess: (outcome, { done }) => done(outcome),
    onError: (error) => toast({ tone: 'danger', title: t('table.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(),
  });
  const report = (names: ReadonlyMap<string, string>, { done, failed }: Outcome) => {
    if (failed.length === 0) return;
    setFailure({ done: done.length, failed: failed.map(({ id, detail }) => ({ id, detail, name: names.get(id) ?? id })) });
  };
  const run = (action: RunningAction, reason = '') => {
    const names = new Map(selection.names);
    const undo = (ids: string[]) =>
      action.undo &&
      work.mutate({
        call: () => action.undo?.(ids) ?? Promise.reject(new Error('no undo')),
        done: (outcome) => {
          if (outcome.failed.length === 0) toast({ title: t('table.undone') });
          report(names, outcome);
        },
      });
    work.mutate({
      call: () => action.run([...names.keys()], reason),
      done: (outcome) => {
        selection.remove([...outcome.done, ...outcome.unchanged]);
        if (outcome.done.length === 0 && outcome.unchanged.length > 0) toast({ title: action.unchanged ?? t('table.unchanged') });
        if (outcome.done.length > 0)
          toast({
            title: action.done(outcome.done.length),
            action: action.undo && { label: t('table.undo'), onSelect: () => undo(outcome.done) },
          });
        report(names, outcome);
      },
    });
  };
  return { run, pending: work.isPending, failure, forget: () => setFailure(null) };
}
