import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import type { BulkAction, RunningAction } from '../table/columns';
import { FailureDialog } from '../table/failure-dialog';
import { TypedDialog } from '../table/typed-dialog';
import { useBulk } from '../table/use-bulk';

/** Runs actions of a table on the item of a side sheet, as its bar does on the selection. */
export function useRepair(id: string, name: string) {
  const [asks, setAsks] = useState<RunningAction | null>(null);
  const { run, pending, failure, forget } = useBulk({ names: new Map([[id, name]]), remove: () => {} });
  const button = (action: BulkAction | undefined): ReactNode =>
    action &&
    !('open' in action) && (
      <Button
        size="sm"
        variant={action.warning ? 'danger' : 'secondary'}
        disabled={pending}
        onClick={() => (action.warning ? setAsks(action) : run(action))}
      >
        <action.icon size={16} aria-hidden />
        {action.label}
      </Button>
    );
  const dialog = (
    <>
      <TypedDialog
        action={asks}
        names={[name]}
        onClose={() => setAsks(null)}
        onConfirm={() => {
          if (asks) run(asks);
          setAsks(null);
        }}
      />
      <FailureDialog failure={failure} onClose={forget} />
    </>
  );
  return { button, dialog };
}
