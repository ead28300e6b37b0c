import type { Drag, DropOptions } from './drag';

type Adapter = typeof import('./dnd-adapter');

// The drag and drop code is not part of the first load.
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

/** Makes an element draggable; `get` returns the dragged tracks when the drag starts. Returns a function that stops it. */
export const dragTracks = (element: HTMLElement, get: () => Drag | null): (() => void) =>
  later((adapter) => adapter.dragTracks(element, get));

/** Makes an element accept dropped tracks. Returns a function that stops it. Everything that accepts a drop also has a menu item for it. */
export const dropTracks = (element: HTMLElement, options: DropOptions): (() => void) =>
  later((adapter) => adapter.dropTracks(element, options));
