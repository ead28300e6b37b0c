import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { entriesAt, moveEntries, playlistQuery, removeEntries, restoreEntries, rowsKey } from '@/api/playlists';
import type { Entry } from '@/api/types';
import { t } from '@/i18n/playlists';
import { playlistFailed, refreshLists } from '@/things/playlist/playlist-adding';
import { toast } from '@/ui/toast/toast-store';
import { anchorBefore, movedTo, without } from './order';
import { editRows, type Rows, settleRows } from './rows';

/** Moves and removes entries: immediately on screen, in sequence on the server, and with Undo. */
export function useEntryEdits(id: string) {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const line = useRef<Promise<unknown>>(Promise.resolve());

  const refresh = useCallback(async () => {
    await Promise.all([client.invalidateQueries({ queryKey: playlistQuery(id).queryKey }), refreshLists(client)]);
  }, [client, id]);

  /** Runs after all earlier edits. A failure shows a toast and refetches the list. */
  const inLine = useCallback(
    <T>(run: () => Promise<T>): Promise<T | undefined> => {
      const next = line.current.then(run).catch((error: unknown) => {
        playlistFailed(error);
        void refresh();
        return undefined;
      });
      line.current = next;
      return next;
    },
    [refresh],
  );

  /** On screen first. A response from before the edit would revert it there. */
  const show = useCallback(
    (edit: Parameters<typeof editRows>[2]) => {
      void client.cancelQueries({ queryKey: rowsKey(id) });
      editRows(client, id, edit);
    },
    [client, id],
  );

  const rowsNow = useCallback(() => client.getQueryData<Rows>(rowsKey(id))?.entries ?? [], [client, id]);

  /** Moves entries before an index of the current list. */
  const move = useCallback(
    async (moved: readonly Entry[], before: number) => {
      const ids = new Set(moved.map(({ entryId }) => entryId));
      const rows = rowsNow();
      const after = anchorBefore(rows, ids, before) ?? (await entriesAt(id, before - 1, 1)).items[0]?.entryId;
      if (after === undefined) return void refresh();
      show((entries) => movedTo(entries, ids, before));
      const first = moved[0];
      const place = rowsNow().findIndex((entry) => entry?.entryId === first?.entryId) + 1;
      if (first && moved.length === 1) setSaid(t('playlist.movedTo', { title: first.title, n: place, total: rows.length }));
      const result = await inLine(() => moveEntries(id, { entryIds: [...ids], after }));
      if (result) settleRows(client, id, result.version);
      if (!result) return;
      const undo = async () => {
        for (const back of result.undo) await moveEntries(id, back);
        await refresh();
      };
      toast({ title: t('playlist.moved', { n: moved.length }), action: undoing(() => inLine(undo)) });
    },
    [client, id, inLine, refresh, rowsNow, show],
  );

  /** Moves the entry at an index up or down by one. The index refers to the current list, rendered or not. */
  const step = useCallback(
    (index: number, by: 1 | -1) => {
      const entry = rowsNow()[index];
      if (entry) void move([entry], by > 0 ? index + 2 : index - 1);
      return entry?.entryId;
    },
    [move, rowsNow],
  );

  const remove = useCallback(
    async (entries: readonly Pick<Entry, 'entryId'>[]) => {
      const ids = new Set(entries.map(({ entryId }) => entryId));
      show((rows) => without(rows, ids));
      const result = await inLine(() => removeEntries(id, [...ids]));
      if (!result) return;
      const { version, removed } = result;
      settleRows(client, id, version);
      void refreshLists(client);
      void client.invalidateQueries({ queryKey: playlistQuery(id).queryKey, exact: true });
      const undo = () => restoreEntries(id, removed).then(refresh);
      toast({ title: t('playlist.removed', { n: removed.length }), action: undoing(() => inLine(undo)) });
    },
    [client, id, inLine, refresh, show],
  );

  return { move, step, remove, said };
}

const undoing = (run: () => unknown) => ({ label: t('playlist.undo'), onSelect: () => void run() });
