import { X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, Suspense, useCallback, useRef, useState } from 'react';
import type { Entry, Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { lazily } from '@/lib/until-loaded';
import { type Selection, useSelection } from '@/things/list/selection';
import { contextOf, useEntryPlay } from '@/things/playlist/play-entries';
import { playlistFailed } from '@/things/playlist/playlist-adding';
import type { BulkAction } from '@/things/track/bulk-bar';
import { useToggleLike } from '@/things/track/likes';
import { useTrackMenu } from '@/things/track/track-menu';
import { ROW_HEIGHT } from '@/things/track/track-row';
import type { DragOrigin } from '@/ui/dnd/drag';
import { VirtualList } from '@/ui/virtual-list';
import type { EntryEdits } from './entry-edits';
import { useEntryMenu } from './entry-menu';
import { type EntryActions, EntryHole, EntryRow } from './entry-row';
import { entriesBetween } from './rows';

type EntryListProps = {
  playlist: Playlist;
  entries: readonly (Entry | undefined)[];
  onLook: (index: number) => void;
  edits: EntryEdits | undefined;
};

const BulkBar = lazily(() => import('@/things/track/bulk-bar').then((m) => m.BulkBar));

const PAGE = 10;
const keyOf = (entry: Entry) => entry.entryId;

/**
 * The songs of a playlist of any length: only the visible rows are in the page. Arrows move, Enter plays, Space plays and pauses,
 * L likes, Alt with an arrow moves the song, Delete removes it, Ctrl+A selects all, Escape clears the selection.
 */
export function EntryList({ playlist, entries, onLook, edits }: EntryListProps) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<{ index: number; entryId?: string }>(undefined);
  const [active, setActive] = useState(0);
  const { stateOf, play, toggle } = useEntryPlay(entries, contextOf(playlist));
  const like = useToggleLike();
  const load = useCallback((first: number, last: number) => entriesBetween(playlist.id, first, last), [playlist.id]);
  const selection = useSelection<Entry>({ rows: entries, keyOf, load, onError: playlistFailed });
  const openTrackMenu = useTrackMenu();
  const { itemsOf, dialog } = useEntryMenu(entries, edits);

  const actions: EntryActions = {
    play,
    toggle,
    like: (entry) => void like(entry),
    menu: (event, entry, index) => openTrackMenu(event, entry, () => play(entry), itemsOf(entry, index)),
    select: (index, how) => selection[how](index),
    dragOf: (entry) => (selection.has(entry) ? selection.items : [entry]),
    drop: dropOf(playlist.id, entries, edits),
  };

  const goTo = (to: number, entryId?: string) => {
    focusNext.current = { index: to, entryId };
    setActive(to);
    if (box.current) reveal(box.current, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!keys(event, { entries, active, selection, actions, edits, goTo })) return;
    // The list has handled the key: the page must not scroll, and the player's own shortcuts must not run.
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('[role="row"]');
    if (row) setActive(Number(row.getAttribute('aria-rowindex')) - 1);
  };

  return (
    <div data-slot="track-list" className="@container -mx-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside */}
      <div ref={box} onKeyDown={onKeyDown} onFocus={onFocus}>
        <VirtualList
          grid
          multiselectable
          label={t('playlist.tracks')}
          items={entries}
          rowHeight={ROW_HEIGHT}
          keyOf={keyOf}
          keep={active}
          placeholder={(index) => <EntryHole index={index} onLook={onLook} />}
          render={(entry, index) => (
            <EntryRow
              ref={(row) => {
                const next = focusNext.current;
                if (!row || next?.index !== index || (next.entryId ?? entry.entryId) !== entry.entryId) return;
                focusNext.current = undefined;
                row.focus({ preventScroll: true });
              }}
              playlistId={playlist.id}
              entry={entry}
              index={index}
              state={stateOf(entry)}
              active={index === active}
              selected={selection.has(entry)}
              selecting={selection.size > 0}
              actions={actions}
            />
          )}
        />
      </div>
      {selection.size > 0 && (
        <Suspense>
          <BulkBar selection={selection} context={contextOf(playlist)} actions={bulkActions(selection, edits)} />
        </Suspense>
      )}
      {dialog}
    </div>
  );
}

/** Further actions for all selected songs. */
const bulkActions = (selection: Selection<Entry>, edits: EntryEdits | undefined): BulkAction[] =>
  edits
    ? [
        {
          label: t('playlist.remove'),
          icon: X,
          run: () => {
            edits.remove(selection.items);
            selection.clear();
          },
        },
      ]
    : [];

/** Handles a drop: songs of this playlist move, others are added. */
function dropOf(playlistId: string, entries: readonly (Entry | undefined)[], edits: EntryEdits | undefined): EntryActions['drop'] {
  if (!edits?.move || !edits.insert) return undefined;
  const { move, insert } = edits;
  return (tracks, from: DragOrigin | undefined, before) => {
    if (from?.playlistId !== playlistId) {
      return insert(
        tracks.map(({ id }) => id),
        before,
      );
    }
    const ids = new Set(from.entryIds);
    move(entries.filter((entry) => entry !== undefined && ids.has(entry.entryId)) as Entry[], before);
  };
}

type KeyContext = {
  entries: readonly (Entry | undefined)[];
  active: number;
  selection: Selection<Entry>;
  actions: EntryActions;
  edits: EntryEdits | undefined;
  /** Called with the entry once it is loaded. */
  goTo: (index: number, entryId?: string) => void;
};

/** Runs the action of a key; false for other keys. */
function keys(event: KeyboardEvent<HTMLDivElement>, { entries, active, selection, actions, edits, goTo }: KeyContext): boolean {
  const entry = entries[active];
  const last = entries.length - 1;
  if (event.altKey) {
    const to = { ArrowUp: active - 1, ArrowDown: active + 1 }[event.key];
    if (to === undefined || !entry || !edits?.step || to < 0 || to > last) return false;
    goTo(to, edits.step(active, to > active ? 1 : -1));
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a') return false;
    selection.all();
    return true;
  }
  const to = destination(event.key, active, last);
  if (to !== undefined) {
    if (to !== active) goTo(to);
    return true;
  }
  if (event.key === 'Escape' && selection.size > 0) selection.clear();
  else if (!(event.target instanceof Element) || event.target.role !== 'row' || !entry) return false;
  else if (event.key === 'Enter') actions.play(entry);
  else if (event.key === ' ') actions.toggle(entry);
  else if (event.key.toLowerCase() === 'l') actions.like(entry);
  else if (event.key === 'Delete' && edits) removeHere(entry, selection, edits);
  else return false;
  return true;
}

/** The selection if the row is part of it, otherwise the row. */
function removeHere(entry: Entry, selection: Selection<Entry>, edits: EntryEdits) {
  edits.remove(selection.has(entry) ? selection.items : [entry]);
  selection.clear();
}

/** The index of the focused row after a key; undefined for keys that do not move it. */
function destination(key: string, from: number, last: number): number | undefined {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + PAGE, PageUp: from - PAGE, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Scrolls the window until a row is visible between the bars at its edges. */
function reveal(box: HTMLElement, index: number) {
  const top = box.getBoundingClientRect().top + index * ROW_HEIGHT;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const first = (Number.parseFloat(scrollPaddingTop) || 0) + ROW_HEIGHT;
  const last = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - ROW_HEIGHT;
  if (top < first) window.scrollBy({ top: top - first });
  else if (top > last) window.scrollBy({ top: top - last });
}
