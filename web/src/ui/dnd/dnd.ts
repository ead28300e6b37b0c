import type { Drag, DropOptions } from './drag';

type Adapter = typeof import('./dnd-adapter');

// The code of dragging is no part of the first load.
const later = (start: (adapter: Adapter) => () => void): (() => void) => {
  let stop: (() => void) | undefined;
  let over = false;
  void import('./dnd-adapter').then((adapter) => {
    if (!over) stop = start(adapter);
  });
  return () => {
    over = true;
    stop?.();
  };
};

/** Lets an element be dragged; get says what it stands for when the drag begins. Answers how to stop. */
export const dragTracks = (element: HTMLElement, get: () => Drag | null): (() => void) =>
  later((adapter) => adapter.dragTracks(element, get));

/** Lets tracks be dropped on an element. Answers how to stop. Everything that can be dropped has a menu entry for it too. */
export const dropTracks = (element: HTMLElement, options: DropOptions): (() => void) =>
  later((adapter) => adapter.dropTracks(element, options));
