import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BellRing, CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import { type PlainKey, t } from '@/i18n/admin/alerts';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { Beyond } from '../table/beyond';
import { Pager } from '../table/pager';
import { AlertRow } from './alert-row';
import { alertsQuery, type Filters, pagesIn, unreadAlertsQuery, useReadAlerts } from './queries';

const KINDS = {
  '': 'alerts.kind.all',
  'server-fault': 'alerts.kind.server-fault',
  'station-trouble': 'alerts.kind.station-trouble',
  'backup-failed': 'alerts.kind.backup-failed',
  'refund-failed': 'alerts.kind.refund-failed',
  'disk-filling': 'alerts.kind.disk-filling',
  'failing-jobs': 'alerts.kind.failing-jobs',
  'failed-sign-ins': 'alerts.kind.failed-sign-ins',
  'review-pending': 'alerts.kind.review-pending',
  'new-station': 'alerts.kind.new-station',
  'user-action': 'alerts.kind.user-action',
} as const satisfies Record<string, PlainKey>;

type Search = { kind?: string; unread?: string; page?: string };

const filtersOf = ({ kind = '', unread, page }: Search): Filters => ({
  kind: Object.hasOwn(KINDS, kind) ? kind : '',
  unread: unread === 'true',
  page: /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1,
});

const searchOf = ({ kind, unread, page }: Filters): Search => ({
  ...(kind && { kind }),
  ...(unread && { unread: 'true' }),
  ...(page > 1 && { page: `${page}` }),
});

/** What operators are told, latest first, with what became of it outside the app. The address holds the filters and the page. */
export function AlertsPage() {
  const filters = filtersOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(alertsQuery(filters));
  const isFiltered = filters.kind !== '' || filters.unread;
  const go = (change: Partial<Filters>) => void navigate({ to: '.', search: searchOf({ ...filters, page: 1, ...change }) });
  return (
    <>
      <PageHeader title={t('admin.alerts')} lead={t('alerts.lead')} actions={<ReadAll onDone={() => list.current?.focus()} />} />
      <FilterBar filters={filters} onChange={go} />
      <div ref={list} tabIndex={-1} className="outline-none">
        <QueryView
          query={query}
          skeleton={<Skeleton className="h-80 w-full rounded-lg" />}
          isEmpty={({ total }) => total === 0}
          empty={isFiltered ? <p role="status">{t('alerts.noneFound')}</p> : <NoAlerts />}
        >
          {({ items, total }) => (
            <>
              {items.length === 0 ? (
                <Beyond total={total} onFirst={() => go({})} />
              ) : (
                <ul
                  aria-label={t('admin.alerts')}
                  className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
                >
                  {items.map((alert) => (
                    <AlertRow key={alert.id} alert={alert} />
                  ))}
                </ul>
              )}
              <Pager
                page={filters.page}
                pages={pagesIn(total)}
                onGo={(page) => {
                  go({ page });
                  list.current?.focus();
                }}
              />
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

function FilterBar({ filters: { kind, unread }, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <Select
        label={t('alerts.kind')}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Select
        label={t('alerts.show')}
        value={unread ? 'unread' : 'all'}
        onChange={(next) => onChange({ unread: next === 'unread' })}
        options={(['all', 'unread'] as const).map((value) => ({ value, label: t(`alerts.show.${value}`) }))}
      />
    </div>
  );
}

/** Marks everything as read; hidden if nothing is unread. */
function ReadAll({ onDone }: { onDone: () => void }) {
  const unread = useQuery(unreadAlertsQuery).data?.unread ?? 0;
  const read = useReadAlerts();
  if (unread === 0) return null;
  return (
    <Button
      variant="secondary"
      pending={read.isPending}
      onClick={() =>
        read.mutate(undefined, {
          onSuccess: () => {
            onDone();
            toast({ title: t('alerts.allRead') });
          },
          onError: () => toast({ tone: 'danger', title: t('alerts.notDone') }),
        })
      }
    >
      <CheckCheck size={18} aria-hidden />
      {t('alerts.readAll')}
    </Button>
  );
}

function NoAlerts() {
  return (
    <EmptyState
      icon={BellRing}
      title={t('alerts.none')}
      text={t('alerts.noneText')}
      action={
        <Button asChild>
          <Link to="/admin/settings" search={{ tab: 'notifications' }}>
            {t('alerts.settings')}
          </Link>
        </Button>
      }
    />
  );
}
