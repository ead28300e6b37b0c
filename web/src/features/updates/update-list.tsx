import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Update } from '@/api/types';
import { updatesQuery, useDeleteUpdate, useRestoreUpdate } from '@/api/updates';
import { t } from '@/i18n/updates';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { byDay, type Day } from './days';
import { UpdateRow } from './update-row';

/** The updates by day, newest first; a button loads older ones. */
export function UpdateList() {
  const query = useInfiniteQuery(updatesQuery);
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemove(() => list.current?.focus());
  return (
    <QueryView
      query={query}
      skeleton={<ListSkeleton />}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={<NoUpdates />}
    >
      {({ pages }) => (
        <div ref={list} tabIndex={-1} className="outline-none">
          {byDay(pages.flatMap(({ items }) => items)).map((day) => (
            <DaySection key={day.name} day={day} onDelete={remove} />
          ))}
          {query.hasNextPage && (
            <Button variant="secondary" className="mt-6" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('updates.more')}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  );
}

/** Deletes with Undo. The focused row is gone then, so the list takes the focus. */
function useRemove(focus: () => void) {
  const remove = useDeleteUpdate();
  const restore = useRestoreUpdate();
  const failed = () => toast({ tone: 'danger', title: t('updates.notDone') });
  return ({ id }: Update) =>
    remove.mutate(id, {
      onSuccess: () => {
        focus();
        toast({
          title: t('updates.deleted'),
          action: { label: t('updates.undo'), onSelect: () => restore.mutate(id, { onError: failed }) },
        });
      },
      onError: failed,
    });
}

function DaySection({ day, onDelete }: { day: Day<Update>; onDelete: (update: Update) => void }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-8 first:mt-0">
      <h2 id={heading} className="mb-2 font-semibold text-fg-muted text-sm">
        {day.name}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {day.items.map((update) => (
          <UpdateRow key={update.id} update={update} onDelete={() => onDelete(update)} />
        ))}
      </ul>
    </section>
  );
}

function NoUpdates() {
  return (
    <EmptyState
      icon={Bell}
      title={t('updates.empty')}
      text={t('updates.emptyText')}
      action={
        <Button asChild>
          <Link to="/library" search={{ tab: 'artists' }}>
            {t('updates.browse')}
          </Link>
        </Button>
      }
    />
  );
}

export const ListSkeleton = () => (
  <div className="grid gap-2">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="h-16 w-full rounded-lg" />
    ))}
  </div>
);
