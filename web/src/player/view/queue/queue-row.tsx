import { ArrowDown, ArrowUp, ArrowUpToLine, EllipsisVertical, ListStart, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/now-playing';
import { cn } from '@/lib/cn';
import type { QueueItem } from '@/player/engine/queue/item';
import type { Place } from '@/player/engine/queue/queue';
import { useEngine } from '@/player/view/use-player';
import { dropTracks } from '@/ui/dnd/dnd';
import type { DropEdge } from '@/ui/dnd/drag';
import { IconButton } from '@/ui/icon-button';
import { type MenuItem, openMenu } from '@/ui/menu/open-menu';
import { ItemButton } from './item-row';
import { useQueueDrag } from './use-queue-drag';
import type { QueueEdits } from './use-queue-edits';

/** Pixels. */
export const QUEUE_ROW_HEIGHT = 52;

type QueueRowProps = { item: QueueItem; place: Place; last: boolean; edits: QueueEdits };

/** An upcoming item: a click plays it; dragging, its menu and Alt with the arrow keys move it. */
export function QueueRow({ item, place, last, edits }: QueueRowProps) {
  const engine = useEngine();
  const row = useRef<HTMLDivElement>(null);
  const { list, index } = place;
  const dropped = useCallback(
    (uid: string, to: Place) => {
      const { queue } = engine.snapshot();
      const moved = [...queue.user, ...queue.upcoming()].find((candidate) => candidate.uid === uid);
      if (moved) edits.move(moved, to);
    },
    [engine, edits],
  );
  const { edge: moveEdge, dragging } = useQueueDrag(row, { uid: item.uid, list, index }, dropped);
  const inner = useRef<HTMLDivElement>(null);
  const edge = useTracksEdge(inner, place, edits) ?? moveEdge;

  const moveTo = (to: Place) => edits.move(item, to);
  const moveBy = (step: number) => moveTo({ list, index: index + step });
  const remove = () => {
    const rows = row.current?.closest('ol');
    edits.remove(item, place);
    focusRow(rows, index);
  };
  const menu: MenuItem[] = [
    ...(list === 'context'
      ? [{ label: t('player.queue.moveFirst'), icon: ListStart, onSelect: () => moveTo({ list: 'user' as const, index: 0 }) }]
      : []),
    { label: t('player.queue.moveTop'), icon: ArrowUpToLine, disabled: index === 0, onSelect: () => moveTo({ list, index: 0 }) },
    { label: t('player.queue.moveUp'), icon: ArrowUp, disabled: index === 0, hint: 'Alt ↑', onSelect: () => moveBy(-1) },
    { label: t('player.queue.moveDown'), icon: ArrowDown, disabled: last, hint: 'Alt ↓', onSelect: () => moveBy(1) },
    'separator',
    { label: t('player.queue.remove'), icon: X, hint: 'Del', onSelect: remove },
  ];
  const open = (event: MouseEvent<HTMLElement>) => openMenu(event, t('player.queue.actions', { title: item.track.title }), menu);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (event.key === 'Delete') remove();
    else if (step === undefined || (step < 0 ? index === 0 : last)) return;
    else moveBy(step);
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button inside
    <div
      ref={row}
      data-slot="queue-row"
      onContextMenu={open}
      onKeyDown={onKeyDown}
      className={cn(
        'group/row relative cursor-grab rounded-md hover:bg-surface-2 focus-within:bg-surface-2',
        dragging && 'opacity-40',
        edge && 'before:absolute before:inset-x-0 before:h-0.5 before:rounded-full before:bg-accent',
        edge === 'top' && 'before:top-0',
        edge === 'bottom' && 'before:bottom-0',
      )}
    >
      <div ref={inner} className="flex h-13 items-center gap-1 pl-2">
        <ItemButton item={item} onPlay={() => engine.jump(item.uid)} />
        <IconButton
          label={t('player.queue.actions', { title: item.track.title })}
          icon={EllipsisVertical}
          size="sm"
          tooltip={false}
          onClick={open}
        />
      </div>
    </div>
  );
}

/** Where tracks dragged over the row would be inserted. */
function useTracksEdge(inner: RefObject<HTMLElement | null>, { list, index }: Place, edits: QueueEdits): DropEdge | undefined {
  const [edge, setEdge] = useState<DropEdge>();
  useEffect(() => {
    if (!inner.current) return;
    return dropTracks(inner.current, {
      edges: true,
      onEnter: setEdge,
      onLeave: () => setEdge(undefined),
      onDrop: (tracks, _, at) => edits.drop(tracks, { list, index: at === 'bottom' ? index + 1 : index }),
    });
  }, [inner, list, index, edits]);
  return edge;
}

/** After a row is removed with the keyboard or its menu, the focus moves to the row that takes its place. */
function focusRow(rows: Element | null | undefined, index: number): void {
  requestAnimationFrame(() => {
    const row = rows?.querySelector(`[aria-posinset="${index + 1}"]`) ?? rows?.children[Math.min(index, rows.childElementCount - 1)];
    row?.querySelector('button')?.focus();
  });
}
