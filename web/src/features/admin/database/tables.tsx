import { useQuery } from '@tanstack/react-query';
import { language, t } from '@/i18n/admin';
import { bytes, count } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Row, Table } from '../plain-table';
import { statementsQuery, tablesQuery } from './database-queries';

/** All tables with their numbers of rows. */
export function Tables() {
  const columns = [t('database.table'), t('database.tableRows'), t('database.size')];
  return (
    <QueryView query={useQuery(tablesQuery)} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
      {(tables) => (
        <Table label={t('database.tables')} columns={columns}>
          {tables.map(({ name, rows, estimate, size }) => {
            const n = count(rows, language());
            return (
              <Row
                key={name}
                columns={columns}
                name={name}
                cells={[estimate ? t('database.about', { n }) : n, size === null ? '—' : bytes(size)]}
              />
            );
          })}
        </Table>
      )}
    </QueryView>
  );
}

/** What took the database long. */
export function SlowStatements() {
  const columns = [t('database.statement'), t('database.count'), t('database.average'), t('database.longest')];
  return (
    <>
      <p className="max-w-[70ch] text-fg-muted text-sm">{t('database.slowText')}</p>
      <QueryView
        query={useQuery(statementsQuery)}
        skeleton={<Skeleton className="h-24 w-full rounded-lg" />}
        empty={<p className="mt-3">{t('database.slowNone')}</p>}
      >
        {(statements) => (
          <Table label={t('database.slow')} columns={columns}>
            {statements.map((s) => (
              <Row
                key={s.text}
                columns={columns}
                name={<code className="whitespace-normal break-words font-normal text-xs">{s.text}</code>}
                cells={[count(s.count, language()), `${count(s.averageMs, language())} ms`, `${count(s.longestMs, language())} ms`]}
              />
            ))}
          </Table>
        )}
      </QueryView>
    </>
  );
}
