import type { Track } from '@/api/types';

/** The playlist entries of the tracks, so that a drop in the same playlist moves them. */
export type DragOrigin = { playlistId: string; entryIds: string[] };
export type Drag = { tracks: readonly Track[]; from?: DragOrigin };
/** Whether the drop is above or below the target's middle. */
export type DropEdge = 'top' | 'bottom';

export type DropOptions = {
  /** Whether these can be dropped here; by default everything can. */
  canDrop?: (drag: Drag) => boolean;
  /** With `edges`, called again whenever the edge changes. */
  onEnter?: (edge?: DropEdge) => void;
  onLeave?: () => void;
  onDrop: (tracks: readonly Track[], from?: DragOrigin, edge?: DropEdge) => void;
  /** Whether a drop above and below the element's middle differ. */
  edges?: boolean;
};
