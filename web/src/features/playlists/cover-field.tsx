import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { playlistQuery, removeCover } from '@/api/playlists';
import type { Playlist } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/playlists';
import { playlistFailed, refreshLists } from '@/things/playlist/playlist-adding';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { ProgressBar } from '@/ui/progress-bar';

/** The cover of a playlist: an uploaded image, or none, which shows its songs' covers. Saved immediately. */
export function CoverField({ playlist }: { playlist: Playlist }) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [progress, setProgress] = useState<number>();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file ? uploadFile(`/api/playlists/${playlist.id}/cover`, file, setProgress) : removeCover(playlist.id),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: playlistQuery(playlist.id).queryKey, exact: true }), refreshLists(client)]);
    },
    onError: playlistFailed,
    onSettled: () => setProgress(undefined),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Cover url={playlist.coverUrl} seed={playlist.name} sizes="96px" className="size-24" />
      <div className="min-w-0 flex-1">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('playlist.cover')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) change.mutate(file);
            target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" aria-describedby={hint} pending={change.isPending} onClick={() => input.current?.click()}>
            {t('playlist.coverChoose')}
          </Button>
          {playlist.hasCover && (
            <Button size="sm" variant="ghost" disabled={change.isPending} onClick={() => change.mutate(null)}>
              {t('playlist.coverRemove')}
            </Button>
          )}
        </div>
        <p id={hint} className="mt-1.5 text-fg-muted text-sm">
          {t('playlist.coverHint')}
        </p>
        {progress !== undefined && <ProgressBar label={t('playlist.coverSending')} value={progress} className="mt-2 max-w-60" />}
      </div>
    </div>
  );
}
