import { request } from '@/api/client';

/** Has the server forget an upload. tus wants its version said with every call that changes something. */
export const discardUpload = (id: string): Promise<void> =>
  request<void>(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => {
    // It expires by itself.
  });
