import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn, Clock, PauseCircle, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Heard } from '@/api/types';
import { t } from '@/i18n/history';
import { usePlayback } from '@/things/play/playback';
import { useTrackMenu } from '@/things/track/track-menu';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Switch } from '@/ui/switch';
import { VirtualList } from '@/ui/virtual-list';
import { byDay, type DayRow } from './day-rows';
import { PAUSE_KEY, useClear, usePause, useRemove } from './edits';
import { HeardRow, ROW_HEIGHT } from './heard-row';
import { historyQuery } from './queries';

/** /recents: the person's history by day, which they can replay, edit, clear and pause. */
export function RecentsPage() {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim());
  const history = useInfiniteQuery(historyQuery(sought));
  const entries = useMemo(() => history.data?.pages.flatMap((page) => page.items), [history.data]);
  const total = history.data?.pages[0]?.total ?? 0;
  const nothing = sought ? <NoMatch text={sought} onAll={() => setText('')} /> : <NothingPlayed />;
  return (
    <>
      <PageHeader title={t('nav.recents')} lead={t('history.lead')} actions={<Actions canClear={total > 0 || sought !== ''} />} />
      <PauseSwitch />
      {(total > 0 || text !== '') && <Filter value={text} onChange={setText} />}
      <QueryView query={{ ...history, data: entries }} skeleton={<RowsSkeleton rowHeight={ROW_HEIGHT} />} empty={nothing}>
        {(items) => (
          <div className="-mx-2">
            <History entries={items} hasMore={history.hasNextPage} onEnd={() => void history.fetchNextPage()} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function History({ entries, hasMore, onEnd }: { entries: readonly Heard[]; hasMore: boolean; onEnd: () => void }) {
  const rows = useMemo(() => byDay(entries), [entries]);
  const tracks = useMemo(() => entries.map((entry) => entry.track), [entries]);
  const { stateOf, toggle, play } = usePlayback(tracks, { kind: 'recents', title: t('nav.recents'), href: '/recents' });
  const openMenu = useTrackMenu();
  const remove = useRemove();
  return (
    <VirtualList
      label={t('nav.recents')}
      items={rows}
      // The headings of rows that are not loaded are unknown: one row represents them.
      total={rows.length + (hasMore ? 1 : 0)}
      rowHeight={ROW_HEIGHT}
      keyOf={(row: DayRow) => row.key}
      onEnd={onEnd}
      render={(row) =>
        row.kind === 'day' ? (
          <h2 className="display flex h-full items-end px-2 pb-2 text-lg">{row.label}</h2>
        ) : (
          <HeardRow
            entry={row.entry}
            state={stateOf(row.entry.track)}
            onToggle={toggle}
            onMenu={(event, track) => openMenu(event, track, play)}
            onRemove={(entry) => remove.mutate(entry)}
          />
        )
      }
    />
  );
}

function Actions({ canClear }: { canClear: boolean }) {
  const clear = useClear();
  return (
    <>
      <Button asChild variant="secondary">
        <Link to="/listening">
          <ChartColumn size={18} aria-hidden />
          {t('title.listening')}
        </Link>
      </Button>
      {canClear && (
        <AskDialog
          trigger={<Button variant="ghost">{t('history.clear')}</Button>}
          title={t('history.clearTitle')}
          description={t('history.clearText')}
          action={t('history.clear')}
          onConfirm={() => clear.mutate()}
        />
      )}
    </>
  );
}

function PauseSwitch() {
  const { data } = useQuery(apiQuery(PAUSE_KEY));
  const pause = usePause();
  return (
    <div className="mb-5 rounded-xl border border-line bg-surface px-5 py-4">
      <Switch
        label={t('history.pause')}
        hint={t('history.pauseHint')}
        disabled={data === undefined}
        checked={data?.paused ?? false}
        onChange={(event) => pause.mutate(event.target.checked)}
      />
      {data?.paused && (
        <p role="status" className="mt-3 flex items-center gap-2 text-sm text-warning">
          <PauseCircle size={16} aria-hidden className="shrink-0" />
          {t('history.paused')}. {t('history.pausedText')}
        </p>
      )}
    </div>
  );
}

function Filter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <search className="mb-4 block max-w-[420px]">
      <input
        type="search"
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        aria-label={t('history.filter')}
        placeholder={t('history.filter')}
        className="h-11 w-full rounded-full border border-control-line bg-surface px-4 placeholder:text-fg-muted hover:border-fg-muted"
      />
    </search>
  );
}

const Stage = ({ children, ...props }: { icon: typeof Clock; title: string; text: string; children: ReactNode }) => (
  <EmptyState {...props} action={children} />
);

function NoMatch({ text, onAll }: { text: string; onAll: () => void }) {
  return (
    <Stage icon={SearchX} title={t('history.noMatch', { text })} text={t('history.noMatchText')}>
      <Button variant="secondary" onClick={onAll}>
        {t('history.clearFilter')}
      </Button>
    </Stage>
  );
}

function NothingPlayed() {
  return (
    <Stage icon={Clock} title={t('history.empty')} text={t('history.emptyText')}>
      <Button asChild>
        <Link to="/library">{t('history.browse')}</Link>
      </Button>
    </Stage>
  );
}
