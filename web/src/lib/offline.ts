import { create } from 'zustand';
import { ANSWER_CACHE, INDEX_CACHE, MEDIA_CACHE, PICTURE_CACHE } from './offline-keys';

/** What can be downloaded as a whole. The liked songs have the ID `liked`. */
export type DownloadKind = 'playlist' | 'album' | 'liked' | 'track';
/** `album` is the album of a track. */
export type DownloadItem = { kind: DownloadKind; id: string; title: string; album?: string; coverUrl?: string | null };

/** paused: no connection; the download resumes by itself. full: the limit or the disk is reached. failed: some songs could not be downloaded. */
export type DownloadState = 'waiting' | 'downloading' | 'paused' | 'full' | 'failed' | 'done';

export type Download = DownloadItem & {
  state: DownloadState;
  /** Number of songs. */
  done: number;
  total: number;
  bytes: number;
};

type DownloadCommand = { do: 'add' | 'remove'; item: DownloadItem };

type Offline = {
  /** Finished and running downloads by keyOf; null until they are read. */
  downloads: Readonly<Record<string, Download>> | null;
  /** The downloader's next tasks. Its code is loaded when there is a task. */
  commands: readonly DownloadCommand[];
  /** Whether the downloader has anything to do. */
  active: boolean;
};

export const useOffline = create<Offline>(() => ({ downloads: null, commands: [], active: false }));

export const keyOf = ({ kind, id }: Pick<DownloadItem, 'kind' | 'id'>) => `${kind}/${id}`;

/** Browsers only store music for pages served over HTTPS or from localhost. */
export const canDownload = () => 'serviceWorker' in navigator && 'caches' in window && window.isSecureContext;

const enqueue = (next: DownloadCommand) => useOffline.setState(({ commands }) => ({ commands: [...commands, next], active: true }));

export const download = (item: DownloadItem) => enqueue({ do: 'add', item });
export const removeDownload = (item: DownloadItem) => enqueue({ do: 'remove', item });

/** The state of a download; undefined if there is none. */
export const useDownload = (kind: DownloadKind, id: string) => useOffline(({ downloads }) => downloads?.[keyOf({ kind, id })]);

/** Deletes all downloads and stored responses, as on sign-out, so that the next person at this browser cannot play them. */
export async function forgetDownloads(): Promise<void> {
  useOffline.setState({ downloads: {}, commands: [], active: false });
  if (!canDownload()) return;
  await Promise.all([ANSWER_CACHE, INDEX_CACHE, MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}
