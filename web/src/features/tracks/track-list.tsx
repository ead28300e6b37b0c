import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import type { PlayContext } from '@/player/item';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { VirtualList } from '@/ui/virtual-list';
import { useToggleLike } from './likes';
import { usePlayback } from './playback';
import { SoundColumns } from './sound-cells';
import { useTrackMenu } from './track-menu';
import { ROW_HEIGHT, type RowLook, TrackRow } from './track-row';

type TrackListProps = Partial<RowLook> & {
  /** The accessible name. */
  label: string;
  tracks: readonly Track[];
  /** All of them, loaded or not. */
  total?: number;
  context: PlayContext;
  /** What plays when a row is played, where that is more than the rows: the whole album from one of its discs. */
  playable?: readonly Track[];
  onEnd?: () => void;
  /** Set when further rows did not load: asks for them again. */
  onRetry?: () => void;
  /** The track to scroll to and mark. */
  highlight?: string;
};

const PAGE = 10;

/**
 * Tracks as rows, as many as there are: only the visible ones are in the page, one menu serves all. Arrows move, Enter plays, Space
 * plays and pauses, L likes.
 */
export function TrackList({
  label,
  tracks,
  total,
  context,
  playable = tracks,
  onEnd,
  onRetry,
  highlight,
  lead = 'cover',
  albumArtist,
  sound = false,
}: TrackListProps) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef(false);
  const [active, setActive] = useState(0);
  const { stateOf, play, toggle } = usePlayback(playable, context);
  const like = useToggleLike();
  const openMenu = useTrackMenu();

  const marked = highlight === undefined ? -1 : tracks.findIndex((track) => track.id === highlight);
  useEffect(() => {
    if (marked >= 0 && box.current) reveal(box.current, marked, 'center');
  }, [marked]);

  const move = (to: number) => {
    focusNext.current = true;
    setActive(to);
    if (box.current) reveal(box.current, to, 'nearest');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const track = tracks[active];
    const onRow = event.target instanceof Element && event.target.role === 'row';
    const target = destination(event.key, active, tracks.length - 1);
    if (target !== undefined && target !== active) move(target);
    else if (!onRow || !track) return;
    else if (event.key === 'Enter') play(track);
    else if (event.key === ' ') toggle(track);
    else if (event.key.toLowerCase() === 'l') void like(track);
    else return;
    // The keys have done their work here: the page does not scroll, and the player's own shortcuts stay quiet.
    event.preventDefault();
    event.stopPropagation();
  };

  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('[role="row"]');
    if (row) setActive(Number(row.getAttribute('aria-rowindex')) - 1);
  };

  return (
    <div data-slot="track-list" className="@container -mx-2">
      <Columns lead={lead} sound={sound} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside */}
      <div ref={box} onKeyDown={onKeyDown} onFocus={onFocus}>
        <VirtualList
          grid
          label={label}
          items={tracks}
          total={total}
          rowHeight={ROW_HEIGHT}
          keyOf={(track) => track.id}
          keep={active}
          onEnd={onEnd}
          render={(track, index) => (
            <TrackRow
              ref={(row) => {
                if (!row || index !== active || !focusNext.current) return;
                focusNext.current = false;
                row.focus({ preventScroll: true });
              }}
              track={track}
              index={index}
              state={stateOf(track)}
              active={index === active}
              highlighted={index === marked}
              lead={lead}
              albumArtist={albumArtist}
              sound={sound}
              onPlay={play}
              onToggle={toggle}
              onLike={like}
              onMenu={(event) => openMenu(event, track, play)}
            />
          )}
        />
      </div>
      {onRetry && (
        <div role="alert" className="flex items-center justify-center gap-4 py-6 text-fg-muted text-sm">
          {t('ui.loadFailed')}
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The place of the row with the focus after a key; undefined for keys that do not move it. */
function destination(key: string, from: number, last: number): number | undefined {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + PAGE, PageUp: from - PAGE, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Scrolls the window until a row is in sight, clear of the bars at its edges. */
function reveal(box: HTMLElement, index: number, where: 'nearest' | 'center') {
  const top = box.getBoundingClientRect().top + index * ROW_HEIGHT;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const first = (Number.parseFloat(scrollPaddingTop) || 0) + ROW_HEIGHT;
  const last = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - ROW_HEIGHT;
  if (where === 'center') window.scrollBy({ top: top - (first + last) / 2 });
  else if (top < first) window.scrollBy({ top: top - first });
  else if (top > last) window.scrollBy({ top: top - last });
}

/** The columns' names above the rows, where there is room for columns. The grid's cells speak for themselves. */
function Columns({ lead, sound }: Pick<RowLook, 'lead' | 'sound'>) {
  return (
    <div aria-hidden className="@3xl:flex mb-1 hidden h-8 items-center gap-3 border-line border-b px-2 text-fg-faint text-xs">
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

/** Rows on their way. */
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
