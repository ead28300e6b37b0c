import { create } from 'zustand';
import { ANSWER_CACHE, INDEX_CACHE, MEDIA_CACHE, PICTURE_CACHE } from './offline-keys';

/** What can be downloaded whole. The liked songs have the id «liked». */
export type DownloadKind = 'playlist' | 'album' | 'liked' | 'track';
export type DownloadItem = { kind: DownloadKind; id: string; title: string; coverUrl?: string | null };

/** paused: the connection is gone, it goes on by itself. full: the limit or the disk is reached. failed: some songs could not be had. */
export type DownloadState = 'waiting' | 'downloading' | 'paused' | 'full' | 'failed' | 'done';

export type Download = DownloadItem & {
  state: DownloadState;
  /** Songs. */
  done: number;
  total: number;
  bytes: number;
};

type Wish = { do: 'add' | 'remove'; item: DownloadItem };

type Offline = {
  /** What is kept here or on its way, by keyOf; null until that was looked up. */
  downloads: Readonly<Record<string, Download>> | null;
  /** What the downloader has to do next. Its code is loaded when there is something. */
  wishes: readonly Wish[];
  /** Whether there is anything for it to look after. */
  active: boolean;
};

export const useOffline = create<Offline>(() => ({ downloads: null, wishes: [], active: false }));

export const keyOf = ({ kind, id }: Pick<DownloadItem, 'kind' | 'id'>) => `${kind}/${id}`;

/** Browsers keep music only for pages that came over HTTPS, or from this machine. */
export const canDownload = () => 'serviceWorker' in navigator && 'caches' in window && window.isSecureContext;

const wish = (next: Wish) => useOffline.setState(({ wishes }) => ({ wishes: [...wishes, next], active: true }));

export const download = (item: DownloadItem) => wish({ do: 'add', item });
export const removeDownload = (item: DownloadItem) => wish({ do: 'remove', item });

/** What is known of a download; undefined when it is none. */
export const useDownload = (kind: DownloadKind, id: string) => useOffline(({ downloads }) => downloads?.[keyOf({ kind, id })]);

/** Deletes everything downloaded and seen, as when somebody signs out: the next person at this browser does not hear it. */
export async function forgetDownloads(): Promise<void> {
  useOffline.setState({ downloads: {}, wishes: [], active: false });
  if (!canDownload()) return;
  await Promise.all([ANSWER_CACHE, INDEX_CACHE, MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}
