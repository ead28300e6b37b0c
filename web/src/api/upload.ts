import { language, t } from '@/i18n/settings';
import { API_VERSION, BACKEND } from '@/lib/constants';
import { tokens } from './auth/tokens';
import { renewSession } from './client';
import type { Known, Reply } from './contract';
import { ApiError } from './error';

/** Sends a file as the field `file` of a form; see uploadForm. */
export function uploadFile<const P extends string>(
  path: P & Known<P, 'POST'>,
  file: File,
  onProgress: (share: number) => void,
): Promise<Reply<P, 'POST'>> {
  const form = new FormData();
  form.append('file', file);
  return sendTwice(path, form, onProgress);
}

/** Sends a form and reports progress from 0 to 1, which fetch cannot. */
export const uploadForm = <const P extends string>(
  path: P & Known<P, 'POST'>,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<Reply<P, 'POST'>> => sendTwice(path, form, onProgress);

/** Refreshes an expired session once. */
async function sendTwice<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  try {
    return await send(path, form, onProgress);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !tokens.exist()) throw error;
    await renewSession();
    return send(path, form, onProgress);
  }
}

function send<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', BACKEND + path);
    call.setRequestHeader('Accept', 'application/json');
    call.setRequestHeader('Accept-Language', language());
    call.setRequestHeader('X-API-Version', API_VERSION);
    const access = tokens.access();
    if (access) call.setRequestHeader('Authorization', `Bearer ${access}`);
    call.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    call.onerror = () => reject(new Error(t('ui.connectionLost')));
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve(JSON.parse(call.responseText) as T);
      else reject(new ApiError(call.status, call.responseText, call.statusText));
    };
    call.send(form);
  });
}
