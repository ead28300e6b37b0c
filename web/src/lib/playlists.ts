import { create } from 'zustand';

type Tracks = readonly { id: string }[];

/** Which playlist dialog is open; undefined while none is, so that its code is not loaded. */
export const usePlaylistDialog = create<{ open: 'add' | 'new' | 'smart' | undefined; tracks: Tracks }>(() => ({
  open: undefined,
  tracks: [],
}));

/** Opens a dialog that asks which playlist to add songs to. */
export const openAddToPlaylist = (tracks: Tracks) => usePlaylistDialog.setState({ open: 'add', tracks });

/** Opens the dialog that creates a playlist, optionally with songs. */
export const openNewPlaylist = (tracks: Tracks = []) => usePlaylistDialog.setState({ open: 'new', tracks });

/** Opens the dialog that creates a smart playlist. */
export const openNewSmartPlaylist = () => usePlaylistDialog.setState({ open: 'smart', tracks: [] });

export const closePlaylistDialog = () => usePlaylistDialog.setState({ open: undefined });
