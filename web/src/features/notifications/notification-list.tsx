import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useId, useRef } from 'react';
import { notificationsQuery, useDeleteNotification, useRestoreNotification } from '@/api/notifications';
import type { Notification } from '@/api/types';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { byDay, type Day } from './days';
import { NotificationRow } from './notification-row';

/** The notifications by day, newest first; a button loads older ones. */
export function NotificationList() {
  const query = useInfiniteQuery(notificationsQuery);
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemove(() => list.current?.focus());
  return (
    <QueryView
      query={query}
      skeleton={<ListSkeleton />}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={<NoNotifications />}
    >
      {({ pages }) => (
        <div ref={list} tabIndex={-1} className="outline-none">
          {byDay(pages.flatMap(({ items }) => items)).map((day) => (
            <DaySection key={day.name} day={day} onDelete={remove} />
          ))}
          {query.hasNextPage && (
            <Button variant="secondary" className="mt-6" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('notifications.more')}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  );
}

/** Deletes with Undo. The focused row is gone then, so the list takes the focus. */
function useRemove(focus: () => void) {
  const remove = useDeleteNotification();
  const restore = useRestoreNotification();
  const failed = () => toast({ tone: 'danger', title: t('notifications.notDone') });
  return ({ id }: Notification) =>
    remove.mutate(id, {
      onSuccess: () => {
        focus();
        toast({
          title: t('notifications.deleted'),
          action: { label: t('notifications.undo'), onSelect: () => restore.mutate(id, { onError: failed }) },
        });
      },
      onError: failed,
    });
}

function DaySection({ day, onDelete }: { day: Day<Notification>; onDelete: (notification: Notification) => void }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-8 first:mt-0">
      <h2 id={heading} className="mb-2 font-semibold text-fg-muted text-sm">
        {day.name}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {day.items.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onDelete={() => onDelete(notification)} />
        ))}
      </ul>
    </section>
  );
}

function NoNotifications() {
  return (
    <EmptyState
      icon={Bell}
      title={t('notifications.empty')}
      text={t('notifications.emptyText')}
      action={
        <Button asChild>
          <Link to="/library" search={{ tab: 'artists' }}>
            {t('notifications.browse')}
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
