import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTrouble, messageOf } from '@/api/error';
import { useReach } from '@/api/reach';
import { t } from '@/i18n/t';
import { Button } from './button';
import { EmptyState } from './empty-state';

type Query<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

/**
 * The four states of a query: skeleton, error with “Try again”, empty, data. Loaded data stays on screen if a later fetch fails. While
 * the server is away, a notice for the whole page says so, and what is missing stays a skeleton until it is back.
 */
export function QueryView<T>({
  query,
  skeleton,
  empty,
  isEmpty,
  children,
}: {
  query: Query<T>;
  skeleton: ReactNode;
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}) {
  const lost = useReach((reach) => reach.lost);
  if (query.data !== undefined) {
    const nothing = isEmpty ? isEmpty(query.data) : Array.isArray(query.data) && query.data.length === 0;
    return nothing && empty !== undefined ? empty : children(query.data);
  }
  if (query.error && !(lost && isTrouble(query.error))) {
    return (
      <EmptyState
        icon={CloudOff}
        title={t('ui.loadFailed')}
        text={messageOf(query.error, t('ui.loadFailedText'))}
        action={
          <Button variant="secondary" onClick={() => query.refetch()}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    );
  }
  return skeleton;
}
