import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { t } from '@/i18n/mixes';
import { cn } from '@/lib/cn';
import { useSettled } from '@/lib/settled';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { MixGrid, NoneMatch } from './mix-grid';
import { foundMixes, HOW_MANY, type MixFilter } from './mixes';

type Props = {
  label: string;
  filter: MixFilter;
  /** Shown when there are no mixes at all. */
  none: ReactNode;
  onClear: () => void;
};

/** The mixes that match a filter, with a button for more. */
export function FoundMixes({ label, filter, none, onClear }: Props) {
  const q = useSettled(filter.q.trim());
  const query = useInfiniteQuery({ ...foundMixes({ ...filter, q }), placeholderData: (before) => before });
  const isFading = useDeferredValue(query.isPlaceholderData);
  const isNarrowed = q !== '' || filter.genre !== '';
  return (
    <div className={cn('transition', isFading && 'opacity-60')}>
      <QueryView
        query={query}
        skeleton={<CoverGridSkeleton cards={HOW_MANY.recent} />}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={isNarrowed ? <NoneMatch onClear={onClear} /> : none}
      >
        {({ pages }) => (
          <>
            <MixGrid label={label} mixes={pages.flatMap(({ items }) => items)} />
            {query.hasNextPage && (
              <Button variant="secondary" className="mt-8" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('mixes.more')}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
