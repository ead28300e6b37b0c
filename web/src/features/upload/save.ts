import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import { uploadFile } from '@/api/upload';
import { patch, remove, resume, useUploads } from './queue';
import type { UploadItem } from './types';

/** Whether an upload has finished or needs the person. */
const settled = (item: UploadItem) => item.state === 'ready' || item.state === 'refused' || item.state === 'failed';

/** Also resumes paused uploads, and resolves once every upload has ended. */
export const allSent = () =>
  new Promise<void>((resolve) => {
    for (const item of useUploads.getState().items) if (item.state === 'paused') resume(item.id);
    if (useUploads.getState().items.every(settled)) return resolve();
    const stop = useUploads.subscribe(({ items }) => {
      if (!items.every(settled)) return;
      stop();
      resolve();
    });
  });

/** Creates songs of the uploaded files in parallel. Saved files leave the queue. */
export async function saveAll(): Promise<{ saved: number; failed: number; trackIds: string[] }> {
  const { items } = useUploads.getState();
  const skipped = items.filter((item) => item.state === 'ready' && item.choice === 'skip').map((item) => item.id);
  remove(skipped, { discard: true });
  const wanted = items.filter((item) => !skipped.includes(item.id));
  const trackIds = (await Promise.all(wanted.map(saveOne))).filter((id) => id !== null);
  return { saved: trackIds.length, failed: wanted.length - trackIds.length, trackIds };
}

/** Returns the ID of the song, or null if it was not created. */
async function saveOne(item: UploadItem): Promise<string | null> {
  if (item.state !== 'ready') {
    console.error(`${item.file.name}: ${item.problem}`);
    return null;
  }
  patch(item.id, { state: 'saving', problem: undefined, error: undefined });
  try {
    const track = await request('/api/tracks', { method: 'POST', body: bodyOf(item) });
    if (item.cover) await uploadFile(`/api/tracks/${track.id}/cover`, item.cover, () => {});
    remove([item.id], { discard: false });
    return track.id;
  } catch (error) {
    console.error(error instanceof ApiError ? `HTTP error! status: ${error.status}` : error);
    patch(item.id, { state: 'ready', problem: error instanceof ApiError ? (error.detail ?? error.message) : String(error), error });
    return null;
  }
}

function bodyOf({ draft, result, choice }: UploadItem) {
  const same = result?.duplicates[0];
  return {
    title: draft.title,
    artist: draft.artist,
    album: draft.album,
    genre: draft.genre,
    duration: result?.duration ?? 0,
    audioUrl: result?.audioUrl ?? '',
    coverImageUrl: result?.coverImageUrl ?? null,
    isAiGenerated: false,
    isPublic: draft.isPublic,
    ...(choice === 'replace' && same ? { replaces: same.id } : {}),
  };
}
