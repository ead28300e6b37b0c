import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { type RefObject, useEffect, useState } from 'react';
import type { Place } from '@/player/engine/queue/queue';

type RowData = Place & { type: 'queue-row'; uid: string };

/** The current drop position: above or below this row. */
export type DropEdge = 'top' | 'bottom' | null;

/** Makes a row of the queue draggable and a drop target. Its menu has the same moves. */
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

/** The index of an item dropped above or below a row: removing the item from a list shifts the rows after it. */
export function placeOfDrop(from: Place, target: Place, above: boolean): Place {
  const index = above ? target.index : target.index + 1;
  return { list: target.list, index: from.list === target.list && from.index < index ? index - 1 : index };
}
