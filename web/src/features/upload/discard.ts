import { request } from '@/api/client';

/** Deletes an upload on the server. tus requires its version in every call that changes something. */
export const discardUpload = (id: string): Promise<unknown> =>
  request(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => {
    // It expires by itself.
  });
