import type { QueueItem } from './queue/item';
import type { Queue } from './queue/queue';

/** Where the sound of an item comes from and how it is treated. The part that decides is loaded after the page. */
export type Sources = {
  /** The address to load: the original, or a conversion. */
  url(item: QueueItem, queue: Queue): string;
  /** How loud the item is played in its queue; 1 is as recorded. */
  gain(item: QueueItem, queue: Queue): number;
  /** Whether there is another address for what the browser did not understand; from then on url answers it. */
  instead(item: QueueItem): boolean;
  /** Lets the next item follow in the element of the current one, sample by sample. Answers whether it will. */
  join(url: string, next: QueueItem): boolean;
  /** The next item is another one by now. */
  part(url: string): void;
};

/** The originals, as they are. */
export const originals: Sources = {
  url: ({ track }) => track.audioUrl,
  gain: () => 1,
  instead: () => false,
  join: () => false,
  part: () => {},
};
