import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '@/i18n/admin';
import { bytes } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { More } from './more';
import { problemsQuery } from './queries';

/** Files that a scan could not add, with the reason. */
export function ProblemFiles() {
  const query = useInfiniteQuery(problemsQuery);
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-24 w-full" />}
      isEmpty={({ pages }) => pages[0]?.total === 0}
      empty={<p className="text-fg-muted">{t('admin.problemsNone')}</p>}
    >
      {({ pages }) => (
        <>
          <table className="w-full text-left text-sm">
            <thead className="text-fg-muted">
              <tr>
                <th className="pb-2 font-semibold">{t('admin.problem.path')}</th>
                <th className="pb-2 font-semibold">{t('admin.problem.reason')}</th>
                <th className="pb-2 text-right font-semibold">{t('admin.problem.size')}</th>
              </tr>
            </thead>
            <tbody>
              {pages
                .flatMap((page) => page.items)
                .map((problem) => (
                  <tr key={`${problem.root}/${problem.path}`} className="border-line border-t align-top">
                    <td className="py-2 pr-4">{problem.path}</td>
                    <td className="py-2 pr-4 text-fg-muted">{problem.reason}</td>
                    <td className="tnum whitespace-nowrap py-2 text-right text-fg-muted">{bytes(problem.size)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <More query={query} />
        </>
      )}
    </QueryView>
  );
}
