import { request } from '@/api/client';

/** Deletes a song with its file. The error says why it cannot be. */
export async function deleteSong(id: string) {
  const { failed } = await request('/api/admin/tracks/bulk', { method: 'POST', body: { action: 'delete', ids: [id] } });
  const [first] = failed;
  if (first) throw new Error(first.detail);
}
