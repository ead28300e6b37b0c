import { t } from '@/i18n/admin';
import { Button } from '@/ui/button';

/** Loads a list's next page, if there is one. */
export function More({ query }: { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }) {
  if (!query.hasNextPage) return null;
  return (
    <Button variant="ghost" size="sm" className="mt-3" pending={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
      {t('admin.more')}
    </Button>
  );
}
