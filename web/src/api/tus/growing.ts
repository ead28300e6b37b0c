import { language } from '@/i18n/t';
import { API_VERSION, BACKEND, REQUEST_TIMEOUT } from '@/lib/constants';
import { tokens } from '../auth/tokens';
import { renewSession, request } from '../client';
import { ApiError, NoResponse } from '../error';

/** Uploads a file that is still being made, with the tus protocol: its length is known only at the end. */
export type Growing = {
  /** Begins an upload and returns its ID. */
  begin(fileName: string): Promise<string>;
  /** How many bytes of it the server has. */
  offset(id: string): Promise<number>;
  /** Adds bytes and returns how many the server has then. `isLast`: the file ends with them, and the server examines it. */
  append(id: string, offset: number, bytes: Blob, isLast: boolean): Promise<number>;
  /** Deletes an upload with everything that has arrived. */
  discard(id: string): Promise<void>;
};

const UPLOADS = '/api/uploads';
/** ms; the server examines the whole file after the last piece. */
const APPEND_TIMEOUT = 60_000;

export const growing: Growing = {
  async begin(fileName) {
    const reply = await call('POST', UPLOADS, { 'Upload-Defer-Length': '1', 'Upload-Metadata': `filename ${base64(fileName)}` });
    return reply.headers.get('Location')?.split('/').at(-1) ?? '';
  },
  offset: async (id) => offsetOf(await call('HEAD', `${UPLOADS}/${id}`)),
  async append(id, offset, bytes, isLast) {
    const headers: Record<string, string> = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    if (isLast) headers['Upload-Length'] = String(offset + bytes.size);
    return offsetOf(await call('PATCH', `${UPLOADS}/${id}`, headers, bytes));
  },
  async discard(id) {
    await call('DELETE', `${UPLOADS}/${id}`);
  },
};

/** What the server found in a complete upload. */
export const uploadResult = (id: string) => request(`/api/uploads/${id}`);

const offsetOf = (reply: Response) => Number(reply.headers.get('Upload-Offset'));

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: Blob): Promise<Response> {
  const send = () => once(method, path, headers, body);
  let reply = await send();
  if (reply.status === 401 && tokens.exist()) {
    await renewSession();
    reply = await send();
  }
  if (!reply.ok) throw new ApiError(reply.status, await reply.text(), reply.statusText);
  return reply;
}

async function once(method: string, path: string, extra: Record<string, string>, body?: Blob): Promise<Response> {
  const access = tokens.access();
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': language(),
    'X-API-Version': API_VERSION,
    'Tus-Resumable': '1.0.0',
    ...extra,
  };
  if (access) headers.Authorization = `Bearer ${access}`;
  try {
    const signal = AbortSignal.timeout(body ? APPEND_TIMEOUT : REQUEST_TIMEOUT);
    return await fetch(BACKEND + path, { method, headers, credentials: 'include', body, signal });
  } catch (error) {
    throw new NoResponse(String(error), { cause: error });
  }
}
