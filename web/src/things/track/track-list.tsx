import { SquareCheck } from 'lucide-react';
import { type Ref, type RefObject, Suspense, useEffect } from 'react';
import { messageOf } from '@/api/error';
import type { Track } from '@/api/types';
import { language, t } from '@/i18n/browse';
import { count } from '@/lib/format';
import { lazily } from '@/lib/until-loaded';
import type { PlayContext } from '@/player/engine/queue/item';
import { GridCell, GridRow } from '@/things/list/grid';
import type { ListControls } from '@/things/list/list-controls';
import { type Rows, SELECTION_LIMIT, useSelection } from '@/things/list/selection';
import { usePlayback } from '@/things/play/playback';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { VirtualList } from '@/ui/virtual-list';
import type { BulkAction } from './bulk-bar';
import { useToggleLike } from './likes';
import { reveal, useListKeys } from './list-keys';
import { SoundColumns } from './sound-cells';
import { useTrackMenu } from './track-menu';
import { ROW_HEIGHT, type RowLook, TrackRow } from './track-row';

const BulkBar = lazily(() => import('./bulk-bar').then((m) => m.BulkBar));

type TrackListProps = Partial<RowLook> & {
  /** The accessible name. */
  label: string;
  /** Tracks that are not loaded are undefined. */
  tracks: Rows<Track>;
  /** The total number of tracks, if further ones are only requested at the end. */
  total?: number;
  context: PlayContext;
  /** What plays when a row is played, if that is more than the rows: the whole album from one of its discs. */
  playable?: Rows<Track>;
  onEnd?: () => void;
  /** Called with the visible rows, so that they can be loaded. */
  onRange?: (first: number, last: number) => void;
  /** Loads rows that are selected before they were visible; both ends included. */
  load?: (first: number, last: number) => Promise<readonly Track[]>;
  /** Set if further rows failed to load; requests them again. */
  onRetry?: () => void;
  /** The track to scroll to and highlight. */
  highlight?: string;
  /** Whether rows can be selected: with a checkbox, Ctrl and Shift, Ctrl+A, and from the row's menu. */
  selectable?: boolean;
  /** Actions for the selected tracks besides those of every list. */
  bulkActions?: (tracks: readonly Track[], clear: () => void) => BulkAction[];
  controls?: RefObject<ListControls | null>;
};

const keyOf = (track: Track) => track.id;

/**
 * Tracks as rows of any number: only the visible ones are in the page, and they share one menu. Arrows move, Enter plays, Space plays
 * and pauses, L likes; if rows can be selected, X selects and Shift with an arrow extends the selection.
 */
export function TrackList({
  label,
  tracks,
  total,
  context,
  playable = tracks,
  onEnd,
  onRange,
  load,
  onRetry,
  highlight,
  selectable = false,
  bulkActions,
  controls,
  lead = 'cover',
  albumArtist,
  sound = false,
}: TrackListProps) {
  const { stateOf, play, toggle } = usePlayback(playable, context);
  const like = useToggleLike();
  const openMenu = useTrackMenu();
  const selection = useSelection({ rows: tracks, keyOf, load, onLimit: tellLimit, onError: tellFailed });
  const selecting = selection.size > 0;
  const { box, active, onKeyDown, onFocus, takeFocus } = useListKeys({
    tracks,
    selection: selectable ? selection : undefined,
    play,
    toggle,
    like: (track) => void like(track),
    controls,
  });

  const marked = highlight === undefined ? -1 : tracks.findIndex((track) => track?.id === highlight);
  useEffect(() => {
    if (marked >= 0 && box.current) reveal(box.current, marked, 'center');
  }, [marked, box]);

  return (
    <div data-slot="track-list" className="@container -mx-2">
      <Columns lead={lead} sound={sound} selectable={selectable} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside */}
      <div ref={box} onKeyDown={onKeyDown} onFocus={onFocus}>
        <VirtualList
          grid
          multiselectable={selectable}
          label={label}
          items={tracks}
          total={total}
          rowHeight={ROW_HEIGHT}
          keyOf={keyOf}
          keep={active}
          onEnd={onEnd}
          onRange={onRange}
          placeholder={(index) => <RowToCome ref={takeFocus(index)} index={index} active={index === active} />}
          render={(track, index) => (
            <TrackRow
              ref={takeFocus(index)}
              track={track}
              index={index}
              state={stateOf(track)}
              active={index === active}
              highlighted={index === marked}
              lead={lead}
              albumArtist={albumArtist}
              sound={sound}
              selection={
                selectable
                  ? {
                      selected: selection.has(track),
                      selecting,
                      onSelect: (how) => (how === 'extend' ? selection.extend(index) : selection.toggle(index)),
                    }
                  : undefined
              }
              drag={() => ({ tracks: selection.has(track) ? selection.items : [track] })}
              onPlay={play}
              onToggle={toggle}
              onLike={like}
              onMenu={(event) => openMenu(event, track, play, selectable ? [selectItem(index)] : [])}
            />
          )}
        />
      </div>
      {onRetry && <Retry onRetry={onRetry} />}
      {selecting && (
        <Suspense>
          <BulkBar selection={selection} context={context} actions={bulkActions?.(selection.items, selection.clear)} />
        </Suspense>
      )}
    </div>
  );

  function selectItem(index: number) {
    return { label: t('select.this'), icon: SquareCheck, onSelect: () => selection.toggle(index) };
  }
}

function tellLimit() {
  toast({ title: t('select.limit', { n: count(SELECTION_LIMIT, language()) }), description: t('select.limitText') });
}

function tellFailed(error: unknown) {
  toast({ tone: 'danger', title: t('select.failed'), description: messageOf(error, t('ui.loadFailedText')) });
}

/** Says that further rows failed to load, and requests them again. */
function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex items-center justify-center gap-4 py-6 text-fg-muted text-sm">
      {t('ui.loadFailed')}
      <Button size="sm" variant="secondary" onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}

/** The column headers above the rows, if there is space for columns. Screen readers use the labels of the cells. */
function Columns({ lead, sound, selectable }: Pick<RowLook, 'lead' | 'sound'> & { selectable: boolean }) {
  return (
    <div aria-hidden className="@3xl:flex mb-1 hidden h-8 items-center gap-3 border-line border-b px-2 text-fg-faint text-xs">
      {selectable && <span className="-mr-1 w-6" />}
      <span className="w-10 text-center">{lead === 'number' && t('track.columnNumber')}</span>
      <span className="flex-1">{t('track.columnTitle')}</span>
      {lead === 'cover' && <span className={sound ? 'w-[20%]' : 'w-[32%]'}>{t('track.columnAlbum')}</span>}
      {sound && <SoundColumns />}
      <span className="w-9" />
      <span className="w-12 text-right">{t('track.columnTime')}</span>
      <span className="w-8" />
    </div>
  );
}

/** A row that is not loaded yet. It can have the focus, so that the keys can move through it. */
function RowToCome({ index, active, ref }: { index: number; active: boolean; ref: Ref<HTMLDivElement> }) {
  return (
    <GridRow
      ref={ref}
      aria-rowindex={index + 1}
      aria-busy
      tabIndex={active ? 0 : -1}
      className="flex h-full items-center gap-3 px-2 -outline-offset-2"
    >
      <GridCell className="flex flex-1 items-center gap-3">
        <span className="sr-only">{t('ui.loading')}</span>
        <span aria-hidden className="size-10 rounded-sm bg-surface-2" />
        <span aria-hidden className="h-3.5 w-2/5 rounded-sm bg-surface-2" />
      </GridCell>
    </GridRow>
  );
}

/** Placeholder rows. */
export function TrackListSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <div role="status" aria-label={t('ui.loading')} className="-mx-2">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <div key={i} className="flex items-center gap-3 px-2" style={{ height: ROW_HEIGHT }}>
          <Skeleton className="size-10" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-3 w-9" />
        </div>
      ))}
    </div>
  );
}
