import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '@/api/query-client';
import type { AuditEvent } from '@/api/types';
import { language, t } from '@/i18n/operator';
import { moment } from '@/lib/format';
import { eventLabel } from '@/things/account/event-label';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { ASKED_EVERY } from './figures';

const SHOWN = 3;

/** The latest entries of the audit log: what, who and when. */
export function Activity() {
  const query = useQuery({ ...apiQuery(['/api/admin/events', { limit: SHOWN }]), staleTime: 0, refetchInterval: ASKED_EVERY });
  return (
    <section aria-labelledby="activity">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="activity" className="display text-lg">
          {t('dashboard.activity')}
        </h2>
        <Link to="/admin/users" search={{ tab: 'log' }} className="font-semibold text-fg-muted text-sm underline hover:text-fg hit">
          {t('dashboard.all')}
        </Link>
      </div>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-40 w-full rounded-lg" />}
        empty={<p className="text-fg-muted">{t('events.none')}</p>}
      >
        {(events) => (
          <ul aria-labelledby="activity" className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {events.map((event, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment
              <Entry key={`${event.at} ${i}`} event={event} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function Entry({ event }: { event: AuditEvent }) {
  const { at, email, actor, actorEmail } = event;
  const who = actor === 'operator' ? t('people.commandLine') : (actorEmail ?? email);
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-3">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="break-words font-semibold">{eventLabel(event)}</p>
        {who && <p className="break-words text-fg-muted text-sm">{who}</p>}
      </div>
      <time dateTime={at} className="tnum text-fg-muted text-sm">
        {moment(at, language())}
      </time>
    </li>
  );
}
