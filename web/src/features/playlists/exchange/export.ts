import { requestBytes } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/ui/toast/toast-store';

export type ExportFormat = 'm3u' | 'm3u8' | 'xspf' | 'json';

/** Characters that are not allowed in file names. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]+/gu;

/** Saves a playlist as a file for other players. */
export async function exportPlaylist({ id, name }: Pick<Playlist, 'id' | 'name'>, format: ExportFormat): Promise<void> {
  try {
    const bytes = await requestBytes(`/api/playlists/${id}/export`, { query: { format } });
    saveFile(`${name.replace(FORBIDDEN, ' ').trim() || 'playlist'}.${format}`, bytes);
  } catch (error) {
    toast({ tone: 'danger', title: t('playlist.exportFailed'), description: messageOf(error, t('ui.loadFailedText')) });
  }
}
