import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { type LoggedError, loggedErrors } from '@/api/error-log';
import { language, t } from '@/i18n/auth';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { checkHealth, type Endpoint, type Health } from './health';
import { healthQuery } from './health-query';
import { LISTS, type ListAnswer, listsQuery } from './lists-query';
import { Panel } from './panel';

/** Whether the backend is available, with a dialog that shows the response of each address. */
export function DiagnosticPanel() {
  const { data: health } = useQuery(healthQuery);
  return (
    <Panel title={t('dev.diagnostic')} aside={<Online health={health} />}>
      <p className="mb-4 text-fg-muted text-sm">{t('dev.diagnosticText')}</p>
      <Dialog
        trigger={
          <Button size="sm" variant="secondary">
            {t('dev.open')}
          </Button>
        }
        title={t('dev.diagnostic')}
        description={t('dev.diagnosticText')}
      >
        <Diagnostic />
      </Dialog>
    </Panel>
  );
}

function Online({ health }: { health: Health | undefined }) {
  if (!health) return <Badge>{t('dev.checking')}</Badge>;
  return <Badge tone={health.isOnline ? 'success' : 'danger'}>{health.isOnline ? t('dev.online') : t('dev.offline')}</Badge>;
}

function Diagnostic() {
  const { data: health, isFetching } = useQuery(healthQuery);
  const lists = useQuery(listsQuery);
  const refresh = useRefresh();
  return (
    <div className="grid gap-5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="tnum">
          <Online health={health} /> {t('dev.lastCheck')}: {health ? <LastCheck iso={health.lastCheck} /> : t('dev.checking')}
        </p>
        <Button size="sm" variant="secondary" pending={isFetching || lists.isFetching} onClick={() => void refresh()}>
          <RefreshCw size={14} aria-hidden />
          {t('dev.refresh')}
        </Button>
      </div>
      <Endpoints endpoints={health?.endpoints ?? []} />
      <Lists answers={lists.data} />
      <Errors entries={loggedErrors()} />
    </div>
  );
}

/** Repeats all checks once. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.fetchQuery({ ...healthQuery, queryFn: () => checkHealth(), staleTime: 0 }),
      client.fetchQuery({ ...listsQuery, staleTime: 0 }),
    ]);
}

const LastCheck = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>
    {new Date(iso).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })}
  </time>
);

function Endpoints({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <table className="w-full text-left">
      <caption className="mb-1 text-left font-semibold">{t('dev.endpoints')}</caption>
      <thead className="text-fg-muted text-xs">
        <tr>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('dev.address')}
          </th>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('dev.status')}
          </th>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('dev.available')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {endpoints.map(({ path, status, available }) => (
          <tr key={path}>
            <td className="break-all py-1.5 pr-3 font-mono text-xs">{path}</td>
            <td className="tnum py-1.5 pr-3">{status ?? t('dev.noAnswer')}</td>
            <td className={`py-1.5 ${available ? 'text-success' : 'text-danger'}`}>{available ? t('dev.yes') : t('dev.no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lists({ answers }: { answers: readonly ListAnswer[] | undefined }) {
  return (
    <Group title={t('dev.lists')}>
      {LISTS.map((name, i) => {
        const answer = answers?.[i];
        return (
          <li key={name} className="flex gap-3">
            <span className="w-20 shrink-0 font-mono text-xs leading-5">{name}</span>
            <span className="min-w-0 break-words text-fg-muted">{answer?.text ?? t('dev.checking')}</span>
          </li>
        );
      })}
    </Group>
  );
}

function Errors({ entries }: { entries: readonly LoggedError[] }) {
  return (
    <Group title={t('dev.errors')}>
      {entries.length === 0 && <li className="text-fg-muted">{t('dev.noErrors')}</li>}
      {entries.toReversed().map(({ at, call, message }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two failures may be alike to the millisecond
        <li key={i} className="break-words text-fg-muted">
          <LastCheck iso={at} /> <span className="font-mono text-xs">{call}</span> {message}
        </li>
      ))}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="grid gap-1">{children}</ul>
    </section>
  );
}
