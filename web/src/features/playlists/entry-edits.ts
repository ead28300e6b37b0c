import type { Entry } from '@/api/types';

/** What may be done to the entries; absent for those who may only listen. */
export type EntryEdits = {
  /** Absent while another order than the playlist's own is shown. */
  move?: (entries: readonly Entry[], before: number) => void;
  /** Moves the entry at a place by one, and says which that was. */
  step?: (index: number, by: 1 | -1) => string | undefined;
  insert?: (trackIds: readonly string[], before: number) => void;
  remove: (entries: readonly Entry[]) => void;
};
