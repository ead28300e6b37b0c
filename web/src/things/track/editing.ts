import { create } from 'zustand';
import { useSession } from '@/api/session';
import type { Track } from '@/api/types';

/** The songs whose tags are being edited; undefined while none are, and the dialog's code is not wanted. */
export const useEditing = create<{ tracks: readonly Track[] | undefined }>(() => ({ tracks: undefined }));

export const editTags = (tracks: readonly Track[] | undefined) => useEditing.setState({ tracks });

/** Whether a song's tags are this person's to change: their own uploads, and everything for the operator. */
export function useMayEdit(): (track: Pick<Track, 'ownerId'>) => boolean {
  const { user } = useSession();
  return (track) => user !== null && (user.role === 'admin' || user.id === track.ownerId);
}
