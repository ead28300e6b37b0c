import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { useRef } from 'react';
import { followsQuery, useFollow } from '@/api/follows';
import type { Follow } from '@/api/types';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { toast } from '@/ui/toast/toast-store';
import { ListSkeleton } from './notification-list';

/** The people and things the person follows, latest first. */
export function FollowingList() {
  const query = useInfiniteQuery(followsQuery);
  const list = useRef<HTMLDivElement>(null);
  return (
    <QueryView
      query={query}
      skeleton={<ListSkeleton />}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={<EmptyState icon={UserRoundPlus} title={t('follow.nothing')} text={t('follow.nothingText')} />}
    >
      {({ pages }) => (
        <div ref={list} tabIndex={-1} className="outline-none">
          <ul
            aria-label={t('notifications.tab.following')}
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {pages
              .flatMap(({ items }) => items)
              .map((follow) => (
                <FollowRow key={`${follow.kind}/${follow.id}`} follow={follow} onStopped={() => list.current?.focus()} />
              ))}
          </ul>
          {query.hasNextPage && (
            <Button variant="secondary" className="mt-6" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('follow.more')}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  );
}

/** The page of each kind. */
const PATHS: Record<Follow['kind'], (id: string) => string> = {
  artist: (id) => `/artists/${id}`,
  person: (id) => `/users/${id}`,
  station: (id) => `/radios/${id}`,
  dj: () => '/mixes',
};

function FollowRow({ follow, onStopped }: { follow: Follow; onStopped: () => void }) {
  const { kind, id, name, imageUrl } = follow;
  const change = useFollow();
  const failed = () => toast({ tone: 'danger', title: t('notifications.notDone') });
  const stop = () =>
    change.mutate(
      { kind, id, following: false },
      {
        onSuccess: () => {
          onStopped();
          toast({
            title: t('follow.stopped', { name }),
            action: { label: t('notifications.undo'), onSelect: () => change.mutate({ kind, id, following: true }, { onError: failed }) },
          });
        },
        onError: failed,
      },
    );
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Cover url={imageUrl} seed={name} sizes="44px" round={kind !== 'station'} className="size-11 shrink-0" />
      <div className="min-w-0 flex-1">
        <Link to={PATHS[kind](id)} className="block truncate font-semibold leading-6 hover:underline">
          {name}
        </Link>
        <p className="text-fg-muted text-sm">{t(`follow.kind.${kind}`)}</p>
      </div>
      <Button variant="secondary" size="sm" aria-label={t('follow.stopNamed', { name })} pending={change.isPending} onClick={stop}>
        {t('follow.stop')}
      </Button>
    </li>
  );
}
