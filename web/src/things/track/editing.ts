import { create } from 'zustand';
import { useSession } from '@/api/auth/session';
import type { Track } from '@/api/types';

/** The songs in the tag dialog; undefined until it is first opened, so that its code is not loaded. */
export const useEditing = create<{ tracks: readonly Track[] | undefined }>(() => ({ tracks: undefined }));

export const editTags = (tracks: readonly Track[] | undefined) => useEditing.setState({ tracks });

/** The songs in the dialog that finds and replaces text in tags; undefined while it is closed. */
export const useReplacing = create<{ ids: readonly string[] | undefined }>(() => ({ ids: undefined }));

export const replaceInTags = (ids: readonly string[] | undefined) => useReplacing.setState({ ids });

/** Whether this person can change a song's tags: their own uploads, and everything for the operator. */
export function useMayEdit(): (track: Pick<Track, 'ownerId'>) => boolean {
  const { user } = useSession();
  return (track) => user !== null && (user.role === 'admin' || user.id === track.ownerId);
}
