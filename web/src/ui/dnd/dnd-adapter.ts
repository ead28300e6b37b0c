import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { Drag, DropEdge, DropOptions } from './drag';
import { drawDrag } from './drag-preview';

/** The implementation that ui/dnd/dnd.ts loads on demand. */

type TrackData = Drag & { type: 'tracks' };

const isTracks = (data: Record<string | symbol, unknown>): data is Record<string | symbol, unknown> & TrackData => data.type === 'tracks';

export function dragTracks(element: HTMLElement, get: () => Drag | null): () => void {
  let drag: Drag | null = null;
  return draggable({
    element,
    canDrag: () => {
      drag = get();
      return drag !== null && drag.tracks.length > 0;
    },
    getInitialData: () => ({ type: 'tracks', tracks: drag?.tracks ?? [], from: drag?.from }),
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({ nativeSetDragImage, render: ({ container }) => drawDrag(container, drag?.tracks ?? []) }),
  });
}

export function dropTracks(element: HTMLElement, { canDrop, onEnter, onLeave, onDrop, edges = false }: DropOptions): () => void {
  let edge: DropEdge | undefined;
  const edgeOf = (data: Record<string | symbol, unknown>) =>
    edges ? ((extractClosestEdge(data) as DropEdge | null) ?? undefined) : undefined;
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => isTracks(source.data) && (canDrop?.(source.data) ?? true),
    getData: ({ input }) => (edges ? attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }) : {}),
    onDragEnter: ({ self }) => {
      edge = edgeOf(self.data);
      onEnter?.(edge);
    },
    onDrag: ({ self }) => {
      const next = edgeOf(self.data);
      if (next === edge) return;
      edge = next;
      onEnter?.(edge);
    },
    onDragLeave: () => onLeave?.(),
    onDrop: ({ source, self, location }) => {
      onLeave?.();
      const innermost = location.current.dropTargets[0]?.element === element;
      if (innermost && isTracks(source.data)) onDrop(source.data.tracks, source.data.from, edgeOf(self.data));
    },
  });
}
