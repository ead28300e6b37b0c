import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type RefObject, useEffect, useState } from 'react';
import type { Place } from '@/player/engine/queue/queue';

type RowData = Place & { type: 'queue-row'; uid: string };

/** Where a row may be dropped now: above or below this one. */
export type DropEdge = 'top' | 'bottom' | null;

/** Lets a row of the queue be dragged and dropped on. Every move is in the row's menu too. */
export function useQueueDrag(
  row: RefObject<HTMLElement | null>,
  { uid, list, index }: Place & { uid: string },
  onMove: (uid: string, to: Place) => void,
): { edge: DropEdge; dragging: boolean } {
  const [edge, setEdge] = useState<DropEdge>(null);
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const data = { type: 'queue-row', uid, list, index } satisfies RowData;
    return combine(
      draggable({
        element,
        getInitialData: () => data,
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.type === 'queue-row' && source.data.uid !== uid,
        getData: ({ input }) => attachClosestEdge(data, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data) === 'top' ? 'top' : 'bottom'),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, self }) => {
          setEdge(null);
          const moved = source.data as RowData;
          onMove(moved.uid, placeOfDrop(moved, { list, index }, extractClosestEdge(self.data) === 'top'));
        },
      }),
    );
  }, [row, uid, list, index, onMove]);

  return { edge, dragging };
}

/** The place an item gets that is dropped above or below a row: a list closes up behind an item taken out of it. */
export function placeOfDrop(from: Place, target: Place, above: boolean): Place {
  const index = above ? target.index : target.index + 1;
  return { list: target.list, index: from.list === target.list && from.index < index ? index - 1 : index };
}
