import { useInfiniteQuery } from '@tanstack/react-query';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { eventLabel } from '@/things/account/event-label';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { eventsQuery } from './queries';

/** The security events of the account, newest first. */
export function Events() {
  const query = useInfiniteQuery(eventsQuery);
  return (
    <Group title={t('events.title')} lead={t('events.lead')}>
      <QueryView
        query={query}
        skeleton={<Skeleton className="my-4 h-40 w-full" />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<Nothing>{t('events.none')}</Nothing>}
      >
        {({ pages }) =>
          pages
            .flatMap((page) => page.items)
            .map((event, i) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment; the list only grows at its end
                key={`${event.at} ${i}`}
                label={eventLabel(event)}
                hint={[moment(event.at, language()), event.actor === 'operator' ? t('events.operator') : event.device, event.address]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ))
        }
      </QueryView>
      {query.hasNextPage && (
        <div className="py-3">
          <Button variant="ghost" size="sm" pending={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('events.more')}
          </Button>
        </div>
      )}
    </Group>
  );
}
