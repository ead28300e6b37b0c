import type { Track } from '@/api/types';

/** Which entries of a playlist the tracks are, so that a drop in it moves them. */
export type DragOrigin = { playlistId: string; entryIds: string[] };
export type Drag = { tracks: readonly Track[]; from?: DragOrigin };
/** Above or below what they were dropped on. */
export type DropEdge = 'top' | 'bottom';

export type DropOptions = {
  /** Whether these may be dropped here; everything may unless said. */
  canDrop?: (drag: Drag) => boolean;
  /** With `edges`, again whenever the edge changes. */
  onEnter?: (edge?: DropEdge) => void;
  onLeave?: () => void;
  onDrop: (tracks: readonly Track[], from?: DragOrigin, edge?: DropEdge) => void;
  /** Whether it matters if the drop is above or below the element's middle. */
  edges?: boolean;
};
