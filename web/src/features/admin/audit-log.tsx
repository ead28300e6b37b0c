import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { eventLabel } from '@/things/account/event-label';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { More } from './more';
import { auditQuery } from './people-queries';

/** The audit log of accounts: who, what, from where. Newest first. */
export function AuditLog() {
  const query = useInfiniteQuery(auditQuery);
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
      empty={<p className="text-fg-muted">{t('events.none')}</p>}
    >
      {({ pages }) => (
        <>
          <ul aria-label={t('people.log')} className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {pages
              .flatMap((page) => page.items)
              .map((event, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment; the list only grows at its end
                <Entry key={`${event.at} ${i}`} event={event} />
              ))}
          </ul>
          <More query={query} />
        </>
      )}
    </QueryView>
  );
}

function Entry({ event }: { event: AuditEvent }) {
  const { at, email, actor, actorEmail, device, address } = event;
  const who = actor === 'operator' ? t('people.commandLine') : actorEmail === email ? '' : actorEmail;
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-3">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="font-semibold">{eventLabel(event)}</p>
        <p className="text-fg-muted text-sm">
          {[email, who && t('people.by', { actor: who }), device, address].filter(Boolean).join(' · ')}
        </p>
      </div>
      <time dateTime={at} className="tnum text-fg-muted text-sm">
        {moment(at, language())}
      </time>
    </li>
  );
}
