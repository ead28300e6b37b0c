import type { Entry, Playlist } from '@/api/types';

/** The props of every dialog of a playlist's page. */
export type PageDialogProps = {
  playlist: Playlist;
  onClose: () => void;
  /** Removes entries, immediately on screen. */
  remove: (entries: readonly Pick<Entry, 'entryId'>[]) => Promise<void>;
};
