import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MicVocal, Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { EPISODES, PODCASTS } from '@/api/podcasts';
import { apiQuery, pagedList } from '@/api/query-client';
import { t } from '@/i18n/podcasts';
import { EpisodeRow } from '@/things/episode/episode-row';
import { CardGrid } from '@/things/list/card-grid';
import { CoverGridSkeleton } from '@/things/list/cover-grid';
import { PodcastCard } from '@/things/podcast/podcast-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { dialogPart } from '@/ui/part/part';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';

const PodcastDialog = dialogPart(() => import('@/things/podcast/podcast-dialog').then((m) => m.PodcastDialog));

const SORTS = ['top', 'new', 'name'] as const;
const SHOWS = ['all', 'subscribed', 'own'] as const;

/** Podcasts next to the stations: what to continue, and the podcasts of this server. */
export function PodcastsTab() {
  const [q, setQ] = useState('');
  const search = useDeferredValue(q.trim());
  const [sort, setSort] = useState<(typeof SORTS)[number]>('top');
  const [show, setShow] = useState<(typeof SHOWS)[number]>('all');
  const [adding, setAdding] = useState(false);
  const signedIn = useSession().status === 'signedIn';
  const query = useInfiniteQuery({
    ...pagedList([PODCASTS, { sort, show: show === 'all' ? undefined : show, search: search || undefined, limit: 60 }]),
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const add = signedIn && (
    <Button onClick={() => setAdding(true)}>
      <Plus size={18} aria-hidden />
      {t('podcast.add')}
    </Button>
  );
  return (
    <>
      <search className="mb-6 flex flex-wrap items-center gap-3">
        <span className="relative basis-full sm:max-w-md sm:flex-1 sm:basis-64">
          <Search size={18} aria-hidden className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-fg-muted" />
          <input
            type="search"
            maxLength={200}
            autoComplete="off"
            aria-label={t('podcast.search')}
            placeholder={t('podcast.search')}
            value={q}
            onChange={({ target }) => setQ(target.value)}
            className="h-10 w-full rounded-full border border-control-line bg-surface pr-4 pl-11 text-base transition hit placeholder:text-fg-muted hover:border-fg-muted"
          />
        </span>
        <Select
          label={t('podcast.sort')}
          value={sort}
          onChange={setSort}
          options={SORTS.map((value) => ({ value, label: t(`podcast.sort.${value}`) }))}
        />
        {signedIn && (
          <Select
            label={t('podcast.show')}
            value={show}
            onChange={setShow}
            options={SHOWS.map((value) => ({ value, label: t(`podcast.show.${value}`) }))}
          />
        )}
        {add}
      </search>
      {signedIn && <GoOn title={t('podcast.continue')} show="unfinished" />}
      {signedIn && <GoOn title={t('podcast.newEpisodes')} show="new" />}
      <h2 className="display mb-4 text-xl">{t('podcast.heading')}</h2>
      <QueryView
        query={query}
        skeleton={<CoverGridSkeleton cards={8} />}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={
          <EmptyState
            level={3}
            icon={MicVocal}
            title={t(search ? 'podcast.noneFound' : 'podcast.none')}
            text={search ? undefined : t('podcast.noneText')}
            action={search ? undefined : add || undefined}
          />
        }
      >
        {({ pages }) => (
          <>
            <CardGrid label={t('podcast.heading')}>
              {pages
                .flatMap(({ items }) => items)
                .map((podcast) => (
                  <li key={podcast.id}>
                    <PodcastCard podcast={podcast} />
                  </li>
                ))}
            </CardGrid>
            {query.hasNextPage && (
              <Button variant="secondary" className="mt-8" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('podcast.more')}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {adding && <PodcastDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** A few episodes; hidden if there are none. */
function GoOn({ title, show }: { title: string; show: 'unfinished' | 'new' }) {
  const { data = [] } = useQuery({ ...apiQuery([EPISODES, { show, limit: 5 }]), staleTime: 30_000 });
  const shown = show === 'unfinished' ? data.filter(({ done, position }) => !done && position > 0) : data.filter(({ done }) => !done);
  if (shown.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="display mb-2 text-xl">{title}</h2>
      <ul aria-label={title} className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {shown.map((episode) => (
          <li key={episode.id}>
            <EpisodeRow episode={episode} mixed />
          </li>
        ))}
      </ul>
    </section>
  );
}
