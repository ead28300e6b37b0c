import { create } from 'zustand';
import { ApiError, messageOf } from '@/api/error';
import type { Sending } from '@/api/tus/resumable';
import { t } from '@/i18n/upload';
import { discardUpload } from './discard';
import { parseFileName, UNKNOWN_ARTIST } from './file-name';
import { Speed } from './speed';
import type { Draft, UploadItem, UploadResult } from './types';

type QueueState = {
  items: UploadItem[];
  /** How many uploads were discarded. */
  discarded: number;
};

/** The files selected for upload. They upload as soon as they are selected, even while their dialog is closed. */
export const useUploads = create<QueueState>(() => ({ items: [], discarded: 0 }));

/** Maximum parallel uploads. */
const PARALLEL = 3;
const running = new Map<number, Sending>();
/** Incomplete uploads on the server that are not running: paused or interrupted. */
const resting = new Map<number, Sending>();
let lastId = 0;
let chunkSize = 8 << 20;

/** The maximum size of a request to the server, in bytes. */
export function limitRequests(bytes: number) {
  chunkSize = Math.min(chunkSize, bytes);
}

export function addFiles(files: Iterable<File>, isPublic = true) {
  const known = new Set(useUploads.getState().items.map((item) => fingerprint(item.file)));
  const fresh = [...files].filter((file) => !known.has(fingerprint(file)));
  useUploads.setState(({ items }) => ({ items: [...items, ...fresh.map((file) => newItem(file, isPublic))] }));
  sendNext();
}

const fingerprint = (file: File) => [file.name, file.size, file.lastModified].join('\n');

const newItem = (file: File, isPublic: boolean): UploadItem => ({
  id: ++lastId,
  file,
  state: 'waiting',
  sent: 0,
  speed: 0,
  retrying: false,
  draft: { ...parseFileName(file.name), album: '', genre: '', isPublic },
  touched: new Set(),
  choice: 'keep',
});

export const patch = (id: number, change: Partial<UploadItem>) =>
  useUploads.setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...change } : item)) }));

/** Changes the tags of some files. */
export const edit = (ids: readonly number[], change: Partial<Draft>) =>
  useUploads.setState(({ items }) => ({
    items: items.map((item) =>
      ids.includes(item.id)
        ? {
            ...item,
            draft: { ...item.draft, ...change },
            touched: new Set([...item.touched, ...(Object.keys(change) as (keyof Draft)[])]),
          }
        : item,
    ),
  }));

const get = (id: number) => useUploads.getState().items.find((item) => item.id === id);

export function pause(id: number) {
  const sending = running.get(id);
  void sending?.stop();
  rest(id, sending);
  patch(id, { state: 'paused', speed: 0 });
  sendNext();
}

function rest(id: number, sending: Sending | undefined) {
  running.delete(id);
  if (sending) resting.set(id, sending);
}

export function resume(id: number) {
  patch(id, { state: 'waiting', problem: undefined, error: undefined });
  sendNext();
}

/** Removes files from the queue; with `discard` also from the server. */
export function remove(ids: readonly number[], { discard }: { discard: boolean }) {
  const gone = useUploads.getState().items.filter((item) => ids.includes(item.id));
  useUploads.setState(({ items }) => ({ items: items.filter((item) => !ids.includes(item.id)) }));
  for (const item of gone) void letGo(item, running.get(item.id) ?? resting.get(item.id), discard);
  for (const id of ids) {
    running.delete(id);
    resting.delete(id);
  }
  sendNext();
}

async function letGo({ file, result }: UploadItem, sending: Sending | undefined, discard: boolean) {
  if (discard) {
    await (result ? discardUpload(result.id) : sending?.discard());
    useUploads.setState(({ discarded }) => ({ discarded: discarded + 1 }));
  }
  const { forget } = await import('@/api/tus/resumable');
  await forget(file);
}

function sendNext() {
  const { items } = useUploads.getState();
  const busy = items.filter((item) => item.state === 'sending' || item.state === 'checking').length;
  for (const item of items.filter((i) => i.state === 'waiting').slice(0, Math.max(0, PARALLEL - busy))) void start(item);
}

async function start({ id, file }: UploadItem) {
  patch(id, { state: 'sending', problem: undefined, error: undefined });
  const { send } = await import('@/api/tus/resumable');
  if (get(id)?.state !== 'sending') return; // paused or removed meanwhile
  const speed = new Speed();
  const sending = send(file, {
    chunkSize,
    onProgress: (sent) => {
      if (running.get(id) !== sending) return;
      patch(id, { sent, speed: speed.add(sent, performance.now()), retrying: false, state: sent < file.size ? 'sending' : 'checking' });
    },
    onRetry: () => {
      if (running.get(id) !== sending) return;
      speed.restart();
      patch(id, { speed: 0, retrying: true, state: 'sending' });
    },
  });
  running.set(id, sending);
  resting.delete(id);
  sending.done
    .then((result) => settle(id, sending, { state: 'ready', sent: file.size, result, draft: told(get(id), result) }))
    .catch((error: unknown) => settle(id, sending, broken(error)));
}

/** Stores the result of an upload, unless it was paused or removed meanwhile. */
function settle(id: number, sending: Sending, change: Partial<UploadItem>) {
  if (running.get(id) !== sending) return;
  rest(id, sending);
  patch(id, { speed: 0, retrying: false, ...change });
  sendNext();
}

function broken(error: unknown): Pick<UploadItem, 'state' | 'problem' | 'error'> {
  const offline = error instanceof TypeError;
  const reason = error instanceof ApiError ? error.fieldErrors.file?.[0] : undefined; // the exact problem with the file
  return {
    state: isFinal(error) ? 'refused' : 'failed',
    error,
    problem: offline ? t('upload.offline') : (reason ?? messageOf(error, t('upload.broken'))),
  };
}

/** The server rejected the file: too large, not audio, no space. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 404, 410, 429].includes(error.status);

/** The draft with the file's own tags in the fields that nobody edited. */
function told(item: UploadItem | undefined, result: UploadResult): Draft {
  const draft = item?.draft ?? { title: '', artist: UNKNOWN_ARTIST, album: '', genre: '', isPublic: true };
  const from = (key: 'title' | 'artist' | 'album' | 'genre') => (item?.touched.has(key) ? draft[key] : result[key] || draft[key]);
  return { ...draft, title: from('title'), artist: from('artist'), album: from('album'), genre: from('genre') };
}

// The network is back: resume interrupted uploads.
window.addEventListener('online', () => {
  for (const item of useUploads.getState().items) if (item.state === 'failed') resume(item.id);
});

// Closing the page would stop running uploads.
window.addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault();
});
