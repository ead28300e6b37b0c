import { DetailedError, defaultOptions, type HttpRequest, type PreviousUpload, Upload } from 'tus-js-client';
import { language } from '@/i18n/t';
import { API_VERSION, BACKEND } from '@/lib/constants';
import { tokens } from '../auth/tokens';
import { renewSession, request } from '../client';
import { ApiError } from '../error';
import type { components } from '../schema';

type UploadResult = components['schemas']['UploadResult'];

/** The upload endpoint and chunk size. */
export type SendOptions = {
  /** Bytes per request. */
  chunkSize: number;
  onProgress: (sent: number) => void;
  /** The connection was lost; a retry is scheduled. */
  onRetry: () => void;
};

/** A running upload. `stop` keeps what the server has, `discard` deletes it. */
export type Sending = { done: Promise<UploadResult>; stop: () => Promise<void>; discard: () => Promise<void> };

/** The delays between retries in ms; they start over whenever data gets through. */
const RETRY = [0, 500, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** Uploads a file with the tus protocol. Resumes an interrupted upload, even after a restart of the browser. */
export function send(file: File, { chunkSize, onProgress, onRetry }: SendOptions): Sending {
  let upload: Upload;
  const done = new Promise<UploadResult>((resolve, reject) => {
    upload = new Upload(file, {
      endpoint: `${BACKEND}/api/uploads/`,
      chunkSize,
      retryDelays: RETRY,
      metadata: { filename: file.name, filetype: file.type },
      onBeforeRequest: sign,
      onAfterResponse: async (_, response) => {
        if (response.getStatus() === 401 && tokens.exist()) await renewSession();
      },
      onShouldRetry: (error) => {
        const again = passing(error.originalResponse?.getStatus());
        if (again) onRetry();
        return again;
      },
      onProgress,
      onSuccess: () => resolve(resultOf(upload.url)),
      onError: (error) => reject(reasonOf(error)),
    });
    begin(upload).catch(reject);
  });
  return {
    done,
    stop: () => upload.abort(),
    discard: () => upload.abort(true).catch(() => undefined), // it expires by itself if the server cannot be reached
  };
}

async function begin(upload: Upload) {
  const earlier = newest(await upload.findPreviousUploads());
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
}

/** Forgets the stored state of a file, so that uploading it again starts over: it became a song, or was discarded. */
export async function forget(file: File): Promise<void> {
  const upload = new Upload(file, { endpoint: `${BACKEND}/api/uploads/` });
  for (const { urlStorageKey } of await upload.findPreviousUploads()) await defaultOptions.urlStorage?.removeUpload(urlStorageKey);
}

const newest = (uploads: PreviousUpload[]) => uploads.sort((a, b) => b.creationTime.localeCompare(a.creationTime))[0];

function sign(call: HttpRequest) {
  call.setHeader('Accept', 'application/json');
  call.setHeader('Accept-Language', language());
  call.setHeader('X-API-Version', API_VERSION);
  const access = tokens.access();
  if (access) call.setHeader('Authorization', `Bearer ${access}`);
}

/** Whether a retry may help: no response, an expired session, a lock, a server that is busy or restarting. */
const passing = (status: number | undefined) =>
  status === undefined || status === 0 || [401, 409, 423, 429, 460].includes(status) || status >= 500;

/** The server's verdict on the complete file. */
const resultOf = (url: string | null): Promise<UploadResult> => request(`/api/uploads/${url?.split('/').at(-1) ?? ''}`);

function reasonOf(error: Error): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response || response.getStatus() === 0) return new TypeError('No connection', { cause: error });
  return new ApiError(response.getStatus(), response.getBody(), '');
}
