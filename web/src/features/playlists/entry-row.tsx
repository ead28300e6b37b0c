import { type Ref, useEffect, useRef, useState } from 'react';
import type { Entry } from '@/api/types';
import { cn } from '@/lib/cn';
import { GridCell, GridRow } from '@/things/list/grid';
import type { PlayState } from '@/things/play/playback';
import { TrackRow } from '@/things/track/track-row';
import { dropTracks } from '@/ui/dnd/dnd';
import type { Drag, DragOrigin, DropEdge } from '@/ui/dnd/drag';
import type { MenuAsked } from '@/ui/menu/open-menu';
import { Skeleton } from '@/ui/skeleton';

/** The actions of rows, shared by all rows of a list. */
export type EntryActions = {
  play: (entry: Entry) => void;
  toggle: (entry: Entry) => void;
  like: (entry: Entry) => void;
  menu: (event: MenuAsked, entry: Entry, index: number) => void;
  select: (index: number, how: 'toggle' | 'extend') => void;
  /** What a drag of the row carries: the selection it is part of. */
  dragOf: (entry: Entry) => readonly Entry[];
  /** Called with songs dropped above or below a row; undefined if dropping is not possible. */
  drop?: (tracks: readonly { id: string }[], from: DragOrigin | undefined, before: number) => void;
};

type EntryRowProps = {
  playlistId: string;
  entry: Entry;
  index: number;
  state: PlayState;
  active: boolean;
  selected: boolean;
  /** Whether checkboxes are shown on every row. */
  selecting: boolean;
  actions: EntryActions;
  ref: Ref<HTMLDivElement>;
};

/** A song in a playlist: a row that can be played, selected, dragged and dropped on. */
export function EntryRow({ playlistId, entry, index, state, active, selected, selecting, actions, ref }: EntryRowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<DropEdge>();
  useDrop(box, index, actions, setEdge);
  return (
    <div
      ref={box}
      className={cn(
        'relative h-full',
        edge && 'before:absolute before:inset-x-2 before:z-1 before:h-0.5 before:rounded-full before:bg-accent',
        edge === 'top' && 'before:-top-px',
        edge === 'bottom' && 'before:-bottom-px',
      )}
    >
      <TrackRow
        ref={ref}
        track={entry.available ? entry : { ...entry, isMissing: true }}
        index={index}
        state={state}
        active={active}
        highlighted={false}
        lead="cover"
        onPlay={() => actions.play(entry)}
        onToggle={() => actions.toggle(entry)}
        onLike={() => actions.like(entry)}
        onMenu={(event) => actions.menu(event, entry, index)}
        selection={{ selected, selecting, onSelect: (how) => actions.select(index, how) }}
        drag={() => dragOf(actions.dragOf(entry), playlistId)}
      />
    </div>
  );
}

const dragOf = (tracks: readonly Entry[], playlistId: string): Drag => ({
  tracks,
  from: { playlistId, entryIds: tracks.map(({ entryId }) => entryId) },
});

function useDrop(box: React.RefObject<HTMLElement | null>, index: number, actions: EntryActions, setEdge: (edge?: DropEdge) => void) {
  const latest = useRef({ index, actions });
  latest.current = { index, actions };
  const may = actions.drop !== undefined;
  useEffect(() => {
    if (!box.current || !may) return;
    return dropTracks(box.current, {
      edges: true,
      onEnter: setEdge,
      onLeave: () => setEdge(undefined),
      onDrop: (tracks, from, edge) => {
        const { index: at, actions: now } = latest.current;
        now.drop?.(tracks, from, edge === 'bottom' ? at + 1 : at);
      },
    });
  }, [box, may, setEdge]);
}

/** A placeholder row. It requests its page if it stays visible. */
export function EntryHole({ index, onLook }: { index: number; onLook: (index: number) => void }) {
  useEffect(() => {
    // Fast scrolling passes many rows that nobody wants.
    const timer = setTimeout(() => onLook(index), 80);
    return () => clearTimeout(timer);
  }, [index, onLook]);
  return (
    <GridRow aria-rowindex={index + 1} aria-busy className="flex h-full items-center gap-3 px-2">
      <GridCell className="flex flex-1 items-center gap-3">
        <Skeleton className="size-10" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      </GridCell>
    </GridRow>
  );
}
