import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/t';
import { Button } from './button';
import { EmptyState } from './empty-state';

type Query<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

/** The four states of a query: skeleton, error with “Try again”, empty, data. Loaded data stays on screen if a later fetch fails. */
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
  if (query.data !== undefined) {
    const nothing = isEmpty ? isEmpty(query.data) : Array.isArray(query.data) && query.data.length === 0;
    return nothing && empty !== undefined ? empty : children(query.data);
  }
  if (query.error) {
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
