import { usePlaylistDialog } from '@/lib/playlists';
import { AddDialog } from './add/add-dialog';
import { CreateDialog } from './create-dialog';
import { NewSmartDialog } from './rules/new-smart-dialog';

/** Renders the open playlist dialog. */
export function PlaylistDialogs() {
  const { open, tracks } = usePlaylistDialog();
  if (open === 'add') return <AddDialog tracks={tracks} />;
  if (open === 'new') return <CreateDialog tracks={tracks} />;
  return open === 'smart' && <NewSmartDialog />;
}
