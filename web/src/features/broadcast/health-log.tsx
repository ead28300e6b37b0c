import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { RADIOS } from '@/api/stations';
import type { Station, StationEvent } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';

const PAGE = 25;
const REFRESH = 15_000; // ms
const KINDS = ['', 'decision', 'schedule', 'source', 'relay', 'encoder', 'silence', 'error'] as const;
type Kind = (typeof KINDS)[number];

/** The station's events and decisions, latest first. */
export function HealthLog({ station }: { station: Station }) {
  const [kind, setKind] = useState<Kind>('');
  const log = useInfiniteQuery({
    queryKey: [RADIOS, station.id, 'log', { kind }],
    queryFn: ({ pageParam, signal }) =>
      request(`${RADIOS}/${station.id}/log`, { query: { limit: PAGE, kind: kind || undefined, before: pageParam || undefined }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.seq),
    refetchInterval: REFRESH,
    staleTime: 0,
  });
  const events = log.data?.pages.flat();
  return (
    <Group title={t('broadcast.log')} lead={t('broadcast.logLead')}>
      <div className="py-3">
        <Select
          label={t('broadcast.logKind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`broadcast.log.${value || 'all'}`) }))}
        />
      </div>
      <QueryView
        query={{ ...log, data: events }}
        skeleton={<Skeleton className="my-4 h-40" />}
        empty={<Nothing>{t('broadcast.noLog')}</Nothing>}
      >
        {(all) => (
          <ol aria-label={t('broadcast.log')} className="divide-y divide-line">
            {all.map((event) => (
              <Entry key={event.seq} event={event} />
            ))}
          </ol>
        )}
      </QueryView>
      {log.hasNextPage && (
        <div className="py-3">
          <Button variant="ghost" size="sm" pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('broadcast.older')}
          </Button>
        </div>
      )}
    </Group>
  );
}

const BAD: readonly string[] = ['error', 'silence'];

const Entry = ({ event: { at, kind, text } }: { event: StationEvent }) => (
  <li className="grid gap-x-4 gap-y-1 py-2.5 text-sm sm:grid-cols-[9.5rem_1fr]">
    <div className="flex items-center gap-2 sm:flex-col sm:items-start sm:gap-1">
      <time dateTime={at} className="tnum text-fg-muted">
        {new Date(at).toLocaleString(language(), { weekday: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' })}
      </time>
      <Badge tone={BAD.includes(kind) ? 'warning' : 'neutral'}>{t(`broadcast.log.${kind}`)}</Badge>
    </div>
    <p className="min-w-0 break-words">{text}</p>
  </li>
);
