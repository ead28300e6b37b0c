import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Desk, Songs } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { cn } from '@/lib/cn';
import { loadTrack } from '../deck/load';
import { offerTrack } from './offer';
import { SongRow, type SongRowProps } from './song-row';
import { COLUMNS, type Column, type Row, type Sort } from './use-songs';

type SongGridProps = Omit<SongRowProps, 'row' | 'wasPlayed' | 'id' | 'isChosen'> & {
  rows: readonly (Row | undefined)[];
  played: ReadonlySet<string>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onRange?: (first: number, last: number) => void;
  /** Whether the songs say why they fit, in place of their artist. */
  saysWhy: boolean;
  /** The name of the column with the score or the time of day instead of the length. */
  last: string;
};

/** Pixels of a row, with a mouse and with a finger. */
const [ROW, TOUCHED] = [44, 56] as const;
const PAGE = 8;

/** Songs as a grid that keeps only the visible rows in the page; the arrows choose a row, and keys load it. */
export function SongGrid({ rows, played, sort, onSort, onRange, saysWhy, last, ...row }: SongGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, rows.length - 1);
  const rowHeight = matchMedia('(pointer: coarse)').matches ? TOUCHED : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const [first, end] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => {
    if (end >= first) onRange?.(first, end);
  }, [first, end, onRange]);
  const choose = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setChosen(next);
    virtual.scrollToIndex(next);
  };
  useEffect(() => {
    const songs: Songs = {
      move: (by) => {
        scroller.current?.scrollIntoView({ block: 'nearest' });
        choose(current + by);
      },
      load: (deck) => {
        const track = rows[current]?.track;
        if (track) load(row.desk, track, deck);
      },
    };
    row.desk.songs = songs;
    return () => {
      if (row.desk.songs === songs) row.desk.songs = null;
    };
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.target === event.currentTarget && actOf(event, current, rows.length);
    const track = rows[current]?.track;
    if (act === false || act === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (typeof act === 'number') choose(act);
    else if (track) load(row.desk, track, act.deck);
  };
  return (
    <div className="desk-songs" data-reasons={saysWhy || undefined}>
      <Head sort={sort} onSort={onSort} saysWhy={saysWhy} last={last} />
      {/* biome-ignore lint/a11y/useSemanticElements: most rows are not in the page */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t('desk.library')}
        aria-rowcount={rows.length}
        aria-activedescendant={rows.length > 0 ? `${id}${current}` : undefined}
        aria-description={t('desk.songKeys')}
        data-own-keys
        className="desk-scroll"
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => {
            const one = rows[index];
            return (
              <div
                key={one?.key ?? `row ${index}`}
                role="presentation"
                className="desk-place"
                data-chosen={index === current || undefined}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                onPointerDown={() => setChosen(index)}
              >
                {one && (
                  <SongRow {...row} id={`${id}${index}`} isChosen={index === current} row={one} wasPlayed={played.has(one.track.id)} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function load(desk: Desk, track: Row['track'], index: number | null) {
  const deck = index === null ? null : desk.decks[index];
  if (deck) loadTrack(desk, deck, track);
  else if (index === null) offerTrack(desk, track);
}

/** What a key does: a row to go to, a deck to load (null for the free one), or nothing. */
function actOf(
  { key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  at: number,
  count: number,
): number | { deck: number | null } | null {
  if (ctrlKey || metaKey || altKey) return null;
  const digit = /^Digit([1-4])$/.exec(code)?.[1];
  if (shiftKey && digit) return { deck: Number(digit) - 1 };
  if (key === 'Enter') return { deck: null };
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  return moves[key] ?? null;
}

const NAMES = { title: 'desk.title', artist: 'desk.artist', bpm: 'desk.bpm', key: 'desk.camelot', energy: 'desk.energy' } as const;
const CLASSES: Partial<Record<Column, string>> = { artist: 'desk-col-artist', energy: 'desk-col-energy', duration: 'desk-col-time' };

/** The names of the columns: buttons that sort by them, upwards, downwards, and then not. */
function Head({ sort, onSort, saysWhy, last }: Pick<SongGridProps, 'sort' | 'onSort' | 'saysWhy' | 'last'>) {
  const next = (by: Column): Sort => (sort?.by !== by ? { by, down: false } : sort.down ? null : { by, down: true });
  return (
    <div className="desk-row desk-names">
      {COLUMNS.map((by) => (
        <button
          key={by}
          type="button"
          className={cn('desk-name', CLASSES[by])}
          aria-pressed={sort?.by === by}
          disabled={by === 'artist' && saysWhy}
          data-down={(sort?.by === by && sort.down) || undefined}
          onClick={() => onSort(next(by))}
        >
          {by === 'duration' ? last : t(by === 'artist' && saysWhy ? 'desk.why' : NAMES[by])}
        </button>
      ))}
    </div>
  );
}
