import type { Entry, Playlist } from '@/api/types';

/** What every dialog of a playlist's page gets. */
export type PageDialogProps = {
  playlist: Playlist;
  onClose: () => void;
  /** Takes entries out, at once on the screen. */
  remove: (entries: readonly Pick<Entry, 'entryId'>[]) => Promise<void>;
};
