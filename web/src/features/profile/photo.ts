import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '@/api/auth/session';
import { request } from '@/api/client';
import { showUser } from '@/api/profile';
import { uploadFile } from '@/api/upload';

export const PHOTO_TYPES = 'image/jpeg,image/png,image/gif';
const PHOTO_LIMIT = 5 * 1024 * 1024;

/** A photo to upload, the removal of the photo, or no change. */
export type PhotoChange = { file: File; url: string } | 'remove' | null;

/** The first bytes of the allowed file types. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
];

/** The error of a photo: its type, detected from its content, or its size. The server checks again. */
export async function problemOf(file: File): Promise<'type' | 'size' | null> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (!STARTS.some((start) => start.every((byte, i) => head[i] === byte))) return 'type';
  return file.size > PHOTO_LIMIT ? 'size' : null;
}

/** Saves the change and updates the person. */
export async function savePhoto(client: QueryClient, photo: PhotoChange, onProgress: (share: number) => void): Promise<void> {
  if (photo === null) return;
  if (photo === 'remove') {
    await request('/api/user/avatar', { method: 'DELETE' });
    client.setQueryData(userQuery.queryKey, (user) => user && { ...user, profileImageUrl: null });
    return;
  }
  showUser(client, await uploadFile('/api/user/avatar', photo.file, onProgress));
}
