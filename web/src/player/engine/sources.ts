import type { QueueItem } from './queue/item';
import type { Queue } from './queue/queue';

/** Where the sound of an item comes from and how it is processed. The deciding part loads after the page. */
export type Sources = {
  /** The address to load: the original, or a conversion. */
  url(item: QueueItem, queue: Queue): string;
  /** The item's gain in its queue; 1 is as recorded. */
  gain(item: QueueItem, queue: Queue): number;
  /** Whether there is another address for a form that the browser could not play, or that the listener's plan does not include; from then on url returns it. */
  instead(item: QueueItem, why: 'unsupported' | 'notIncluded'): boolean;
  /** Joins the next item in the element of the current one, sample-exact. Returns whether that works. */
  join(url: string, next: QueueItem): boolean;
  /** The next item has changed. */
  part(url: string): void;
};

/** The original files. */
export const originals: Sources = {
  url: ({ track }) => track.audioUrl,
  gain: () => 1,
  instead: () => false,
  join: () => false,
  part: () => {},
};
