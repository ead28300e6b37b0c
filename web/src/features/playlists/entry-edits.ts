import type { Entry } from '@/api/types';

/** The possible edits of the entries; undefined for people who can only listen. */
export type EntryEdits = {
  /** Undefined while another order than the playlist's own is shown. */
  move?: (entries: readonly Entry[], before: number) => void;
  /** Moves the entry at an index by one. */
  step?: (index: number, by: 1 | -1) => string | undefined;
  insert?: (trackIds: readonly string[], before: number) => void;
  remove: (entries: readonly Entry[]) => void;
};
