import { create } from 'zustand';

type Tracks = readonly { id: string }[];

/** Which dialog about playlists is open, over any screen; nothing while none is, and its code is not wanted. */
export const usePlaylistDialog = create<{ open: 'add' | 'new' | 'smart' | undefined; tracks: Tracks }>(() => ({
  open: undefined,
  tracks: [],
}));

/** Asks which playlist songs are to go to. */
export const openAddToPlaylist = (tracks: Tracks) => usePlaylistDialog.setState({ open: 'add', tracks });

/** Makes a new playlist, perhaps of these songs. */
export const openNewPlaylist = (tracks: Tracks = []) => usePlaylistDialog.setState({ open: 'new', tracks });

/** Makes one that follows rules. */
export const openNewSmartPlaylist = () => usePlaylistDialog.setState({ open: 'smart', tracks: [] });

export const closePlaylistDialog = () => usePlaylistDialog.setState({ open: undefined });
