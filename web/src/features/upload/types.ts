import type { components } from '@/api/schema';

/** What the server found in an uploaded file. */
export type UploadResult = components['schemas']['UploadResult'];

/** What a person says about a song before it is saved. */
export type Draft = { title: string; artist: string; album: string; genre: string; isPublic: boolean };

/** What to do with a song that is there already. */
type DuplicateChoice = 'keep' | 'skip' | 'replace';

export type UploadState =
  | 'waiting' // for others to be sent
  | 'sending'
  | 'paused'
  | 'checking' // all is there, the server looks at it
  | 'ready' // to be saved as a song
  | 'refused' // the server does not take it; trying again does not help
  | 'failed' // the connection broke; trying again may help
  | 'saving';

export type UploadItem = {
  id: number;
  file: File;
  state: UploadState;
  /** Bytes the server has. */
  sent: number;
  /** Bytes a second, 0 until known. */
  speed: number;
  /** The connection broke; it is being tried again. */
  retrying: boolean;
  problem?: string;
  result?: UploadResult;
  draft: Draft;
  /** Fields the person changed; what the file says does not replace those. */
  touched: ReadonlySet<keyof Draft>;
  /** A picture chosen by hand. */
  cover?: File;
  choice: DuplicateChoice;
};
