import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type PlainKey, t } from '@/i18n/diagnostics';
import { BACKEND } from '@/lib/constants';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { checksQuery } from './queries';
import { ServerLog } from './server-log';

/** What helps to find out what is wrong with the server. */
export function DiagnosticsPage() {
  return (
    <>
      <PageHeader title={t('admin.diagnostics')} lead={t('diagnostics.lead')} />
      <Checks />
      <section className="mt-9">
        <h2 className="display mb-1 text-lg">{t('diagnostics.log')}</h2>
        <p className="mb-3 max-w-[70ch] text-fg-muted text-sm">{t('diagnostics.logLead')}</p>
        <ServerLog />
      </section>
      <section className="mt-9">
        <h2 className="display mb-1 text-lg">{t('diagnostics.bundle')}</h2>
        <p className="mb-3 max-w-[70ch] text-fg-muted text-sm">{t('diagnostics.bundleLead')}</p>
        <Button asChild variant="secondary">
          <a href={`${BACKEND}/api/admin/support-bundle`} download>
            <Download size={18} aria-hidden />
            {t('diagnostics.download')}
          </a>
        </Button>
      </section>
    </>
  );
}

const NAMES: Record<string, PlainKey> = {
  data: 'diagnostics.check.data',
  disk: 'diagnostics.check.disk',
  database: 'diagnostics.check.database',
  port: 'diagnostics.check.port',
  files: 'diagnostics.check.files',
  radio: 'diagnostics.check.radio',
  music: 'diagnostics.check.music',
  storage: 'diagnostics.check.storage',
  record: 'diagnostics.check.record',
  'sign-in': 'diagnostics.check.signIn',
  mail: 'diagnostics.check.mail',
  clock: 'diagnostics.check.clock',
  ffmpeg: 'diagnostics.check.ffmpeg',
  secrets: 'diagnostics.check.secrets',
};

const TONES = { ok: 'success', off: 'neutral', broken: 'danger' } as const;

function Checks() {
  const query = useQuery(checksQuery);
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="display mb-1 text-lg">{t('diagnostics.checks')}</h2>
          <p className="max-w-[70ch] text-fg-muted text-sm">{t('diagnostics.checksLead')}</p>
        </div>
        <Button variant="secondary" size="sm" pending={query.isFetching} onClick={() => query.refetch()}>
          {t('diagnostics.checkAgain')}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeleton className="h-80 w-full rounded-lg" />}>
        {(checks) => (
          <ul aria-label={t('diagnostics.checks')} className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {checks.map(({ name, state, says, remedy }) => (
              <li key={name + says} className="flex flex-wrap items-start gap-x-5 gap-y-1 py-3">
                <p className="flex w-36 items-center justify-between gap-2">
                  <span className="font-semibold">{NAMES[name] ? t(NAMES[name]) : name}</span>
                  <Badge tone={TONES[state]}>{t(`diagnostics.${state}`)}</Badge>
                </p>
                <div className="min-w-[min(100%,16rem)] flex-1 break-words text-sm">
                  <p>{says}</p>
                  {remedy && <p className="text-fg-muted">{remedy}</p>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
