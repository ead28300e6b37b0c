import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import type { components } from '@/api/schema';
import type { Track } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/tags';
import { toast } from '@/ui/toast-store';
import type { TagChange } from './tag-form';

/** What an edit did: `inFile` of the songs say it themselves, of the others the database does. */
type Edit = { id: string; tracks: number; inFile: number; kept: number; failed?: { id: string; detail: string }[] };

type Save = { tracks: readonly Track[]; change: TagChange; cover: File | undefined };

/** Writes tags, then says what happened and offers to take it back. */
export function useSaveTags() {
  const undo = useUndo();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ tracks, change, cover }: Save) => {
      const edit = Object.keys(change).length > 0 ? (await send(tracks, change)).edit : undefined;
      if (cover) for (const track of tracks) await uploadFile(`/api/tracks/${track.id}/cover`, cover, () => {});
      return edit;
    },
    onSuccess: (edit) => {
      const failed = edit?.failed?.[0];
      toast({
        tone: failed ? 'danger' : undefined,
        title: t(failed ? 'tags.someFailed' : 'tags.saved'),
        description: failed ? failed.detail : edit && edit.kept > 0 ? t('tags.kept', { n: edit.kept }) : undefined,
        action: edit?.id ? { label: t('tags.undo'), onSelect: () => undo.mutate(edit.id) } : undefined,
      });
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.fieldErrors).length > 0) return; // stands beside the fields
      toast({ tone: 'danger', title: t('tags.failed'), description: messageOf(error, t('ui.loadFailedText')) });
    },
    onSettled: () => client.invalidateQueries(),
  });
}

const send = (tracks: readonly Track[], change: TagChange) =>
  tracks.length === 1
    ? request<{ edit: Edit }>(`/api/tracks/${tracks[0]?.id}/tags`, { method: 'PUT', body: change })
    : request<{ edit: Edit }>('/api/tracks/tags', { method: 'POST', body: { ids: tracks.map((track) => track.id), tags: change } });

export const editsQuery = queryOptions<components['schemas']['TagEditSummary'][]>({ queryKey: ['/api/tag-edits'], staleTime: 0 });

export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`/api/tag-edits/${id}/undo`, { method: 'POST' }),
    onSuccess: () => toast({ title: t('tags.undone') }),
    onError: (error) => toast({ tone: 'danger', title: t('tags.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(),
  });
}
