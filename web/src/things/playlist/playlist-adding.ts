import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { addTracks, playlistQuery, removeEntries } from '@/api/playlists';
import type { Added, Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { toast } from '@/ui/toast/toast-store';

/** Shows that a change of a playlist failed. */
export const playlistFailed = (error: unknown) =>
  toast({ tone: 'danger', title: t('playlist.failed'), description: messageOf(error, t('playlist.failedText')) });

/** The lists of playlists, without refetching the songs of open playlists. */
export const refreshLists = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path, second] }) =>
      path === '/api/admin/playlists' || (path === '/api/playlists' && typeof second !== 'string'),
  });

type Where = { after?: string; duplicates?: 'add' | 'skip' };

/** Adds songs to a playlist and shows a toast with Undo. Resolves to the result, or to undefined if the server refused. */
export function useAddTracks() {
  const client = useQueryClient();
  const changed = async (id: string) => {
    await Promise.all([refreshLists(client), client.invalidateQueries({ queryKey: playlistQuery(id).queryKey })]);
  };
  return async ({ id, name }: Pick<Playlist, 'id' | 'name'>, trackIds: readonly string[], where: Where): Promise<Added | undefined> => {
    try {
      const result = await addTracks(id, trackIds, where);
      const undo = () =>
        void removeEntries(
          id,
          result.added.map(({ entryId }) => entryId),
        ).then(() => changed(id), playlistFailed);
      say(name, result, undo);
      void changed(id);
      return result;
    } catch (error) {
      sayAddFailed(error);
      return undefined;
    }
  };
}

function say(name: string, { added, skipped }: Added, undo: () => void) {
  if (added.length === 0)
    return toast({ title: t('playlist.add.allThere'), description: t('playlist.add.skipped', { n: skipped.length }) });
  const parts = [t('playlist.add.doneText', { n: added.length }), skipped.length > 0 && t('playlist.add.skipped', { n: skipped.length })];
  toast({
    title: t('playlist.add.done', { name }),
    description: parts.filter(Boolean).join(' · '),
    action: { label: t('playlist.undo'), onSelect: undo },
  });
}

export const sayAddFailed = (error: unknown) =>
  toast({ tone: 'danger', title: t('playlist.add.failed'), description: messageOf(error, t('ui.loadFailedText')) });
