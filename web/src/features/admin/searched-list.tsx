import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Page } from '@/api/client';
import { t } from '@/i18n/admin';
import { Field } from '@/ui/field';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { finds } from './lists';
import { More } from './more';
import { Table } from './plain-table';

type SearchedListProps<T> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  search: string;
  /** The texts that the search looks in. */
  textsOf: (item: T) => string[];
  empty: ReactNode;
} & (TableProps<T> | CardsProps<T>);

type TableProps<T> = {
  /** The table's name. */
  label: string;
  columns: readonly string[];
  row: (item: T) => ReactNode;
};

type CardsProps<T> = {
  /** The list's name. */
  label: string;
  card: (item: T) => ReactNode;
};

/** A searchable list, as a table or as cards. A search loads the pages that are missing. */
export function SearchedList<T>(props: SearchedListProps<T>) {
  const { query, search, textsOf, label, empty } = props;
  const [words, setWords] = useState('');
  const searches = words.trim() !== '';
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (searches && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [searches, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={empty}
    >
      {({ pages }) => {
        const found = pages.flatMap(({ items }) => items).filter((item) => finds(words, ...textsOf(item)));
        return (
          <>
            <div className="max-w-sm">
              <Field label={search} type="search" value={words} onChange={({ target }) => setWords(target.value)} />
            </div>
            {found.length === 0 ? (
              <p role="status" className="mt-5 text-fg-muted">
                {t(hasNextPage ? 'admin.noneFoundYet' : 'admin.noneFound')}
              </p>
            ) : 'card' in props ? (
              <ul aria-label={label} className="mt-5 grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
                {found.map(props.card)}
              </ul>
            ) : (
              <Table label={label} columns={props.columns}>
                {found.map(props.row)}
              </Table>
            )}
            <More query={query} />
          </>
        );
      }}
    </QueryView>
  );
}
