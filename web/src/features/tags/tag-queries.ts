import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import type { components } from '@/api/schema';
import type { Track } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/tags';
import { toast } from '@/ui/toast/toast-store';
import type { TagChange } from './tag-form';

/** The result of an edit, and why some songs or files were not written. */
export type Edit = components['schemas']['TagResult'];

type Save = { tracks: readonly Track[]; change: TagChange; cover: File | undefined; numberFrom?: number };

/** Says what became of edits, with Undo. */
function useReport() {
  const undo = useUndo();
  return (edits: readonly Edit[]) => {
    const failed = edits.flatMap((edit) => edit.failed)[0];
    const reasons = edits.flatMap((edit) => edit.reasons);
    const ids = edits.map((edit) => edit.id).filter((id) => id !== null);
    toast({
      tone: failed ? 'danger' : undefined,
      title: t(failed ? 'tags.someFailed' : 'tags.saved'),
      description: failed
        ? failed.detail
        : reasons[0] && `${t('tags.kept', { n: new Set(reasons.map(({ id }) => id)).size })} ${reasons[0].detail}`,
      action: ids.length > 0 ? { label: t('tags.undo'), onSelect: () => undo.mutate(ids) } : undefined,
    });
  };
}

const reportError = (error: Error) => {
  if (error instanceof ApiError && Object.keys(error.fieldErrors).length > 0) return; // shown next to the fields
  toast({ tone: 'danger', title: t('tags.failed'), description: messageOf(error, t('ui.loadFailedText')) });
};

/** Writes tags, then shows a toast with Undo. */
export function useSaveTags() {
  const client = useQueryClient();
  return useMutation({
    // The cover first: if the server refuses it, nothing else was changed.
    mutationFn: async ({ tracks, change, cover, numberFrom }: Save) => {
      const edits: Edit[] = [];
      if (cover) {
        const sent = (track: Track) => uploadFile(`/api/tracks/${track.id}/cover`, cover, () => {});
        for (const track of tracks) edits.push((await sent(track)).edit);
      }
      if (Object.keys(change).length > 0 || numberFrom) edits.push((await send(tracks, change, numberFrom)).edit);
      return edits;
    },
    onSuccess: useReport(),
    onError: reportError,
    onSettled: () => client.invalidateQueries(),
  });
}

const send = (tracks: readonly Track[], change: TagChange, numberFrom?: number) =>
  tracks.length === 1
    ? request(`/api/tracks/${tracks[0]?.id}/tags`, { method: 'PUT', body: change })
    : request('/api/tracks/tags', { method: 'POST', body: { ids: tracks.map((track) => track.id), tags: change, numberFrom } });

/** A text to replace in songs. */
export type Replacement = components['schemas']['ReplaceForm'];

/** What a replacement would change. It reads the files, so people ask for it. */
export const usePreview = () =>
  useMutation({
    mutationFn: (body: Replacement) => request('/api/tracks/tags/replace/preview', { method: 'POST', body }),
    onError: reportError,
  });

/** Replaces text in tags, then shows a toast with Undo. */
export function useReplace() {
  const client = useQueryClient();
  const report = useReport();
  return useMutation({
    mutationFn: (body: Replacement) => request('/api/tracks/tags/replace', { method: 'POST', body }),
    onSuccess: ({ edit }) => report([edit]),
    onError: reportError,
    onSettled: () => client.invalidateQueries(),
  });
}

export const editsQuery = queryOptions({ ...apiQuery(['/api/tag-edits']), staleTime: 0 });

export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    /** Edits, oldest first. */
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids.toReversed()) await request(`/api/tag-edits/${id}/undo`, { method: 'POST' });
    },
    onSuccess: () => toast({ title: t('tags.undone') }),
    onError: (error) => toast({ tone: 'danger', title: t('tags.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(),
  });
}
