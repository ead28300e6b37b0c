import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { Arrival } from '@/api/types';
import { t } from '@/i18n/history';
import { lazily } from '@/lib/until-loaded';
import { usePlayer } from '@/player/view/use-player';
import { EmptyLibrary } from '@/things/library/empty-library';
import type { PlayState } from '@/things/play/playback';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Tabs } from '@/ui/tabs';
import { VirtualList } from '@/ui/virtual-list';
import { type ArrivalDisplay, displayOf } from './arrival-display';
import { ArrivalRow, ROW_HEIGHT } from './arrival-row';
import { canPlay, usePlayArrival } from './play';
import { arrivalsQuery } from './queries';

const Releases = lazily(() => import('./releases').then((m) => m.Releases));

type Part = 'music' | 'releases';

/** /whats-new: new things in the library, latest first, and the release notes. */
export function WhatsNewPage() {
  const [part, setPart] = useState<Part>('music');
  return (
    <>
      <PageHeader title={t('nav.whatsNew')} lead={t('news.lead')} />
      <Tabs
        label={t('news.tabs')}
        value={part}
        onChange={(next: Part) => setPart(next)}
        tabs={[
          { value: 'music', label: t('news.music') },
          { value: 'releases', label: t('news.releases') },
        ]}
      >
        {part === 'music' ? (
          <Music />
        ) : (
          <Suspense fallback={<RowsSkeleton rowHeight={ROW_HEIGHT} />}>
            <Releases />
          </Suspense>
        )}
      </Tabs>
    </>
  );
}

type Shown = { arrival: Arrival; display: ArrivalDisplay };

function Music() {
  const query = useInfiniteQuery(arrivalsQuery);
  const shown = useMemo(
    () =>
      query.data?.pages
        .flatMap((page) => page.items)
        .flatMap((arrival): Shown[] => {
          const display = displayOf(arrival);
          return display ? [{ arrival, display }] : [];
        }),
    [query.data],
  );
  return (
    <QueryView query={{ ...query, data: shown }} skeleton={<RowsSkeleton rowHeight={ROW_HEIGHT} />} empty={<EmptyLibrary />}>
      {(items) => (
        <div className="-mx-2">
          <Arrivals items={items} total={items.length + (query.hasNextPage ? 1 : 0)} onEnd={() => void query.fetchNextPage()} />
        </div>
      )}
    </QueryView>
  );
}

function Arrivals({ items, total, onEnd }: { items: readonly Shown[]; total: number; onEnd: () => void }) {
  const player = usePlayer();
  const play = usePlayArrival();
  const stateOf = ({ track, station }: Arrival): PlayState => {
    const id = track?.id ?? station?.id;
    if (!id || !player.isCurrent(id)) return 'stopped';
    return player.isPlaying ? 'playing' : 'paused';
  };
  return (
    <VirtualList
      label={t('news.list')}
      items={items}
      total={total}
      rowHeight={ROW_HEIGHT}
      keyOf={({ display }) => display.key}
      onEnd={onEnd}
      render={({ arrival, display }) => {
        const state = stateOf(arrival);
        const toggle = () => (state === 'stopped' ? void play(arrival) : player.toggle());
        return <ArrivalRow arrival={arrival} display={display} state={state} onPlay={canPlay(arrival) ? toggle : undefined} />;
      }}
    />
  );
}
