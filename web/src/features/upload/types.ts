import type { components } from '@/api/schema';

/** What the server found in an uploaded file. */
export type UploadResult = components['schemas']['UploadResult'];

/** The tags of a song before it is saved. */
export type Draft = { title: string; artist: string; album: string; genre: string; isPublic: boolean };

/** What to do with a duplicate. */
type DuplicateChoice = 'keep' | 'skip' | 'replace';

type UploadState =
  | 'waiting' // for other uploads to finish
  | 'sending'
  | 'paused'
  | 'checking' // complete, and the server is checking it
  | 'ready' // can be saved as a song
  | 'refused' // rejected by the server; a retry does not help
  | 'failed' // the connection was lost; a retry may help
  | 'saving';

export type UploadItem = {
  id: number;
  file: File;
  state: UploadState;
  /** Bytes on the server. */
  sent: number;
  /** Bytes per second; 0 until known. */
  speed: number;
  /** The connection was lost and a retry is scheduled. */
  retrying: boolean;
  problem?: string;
  /** The error behind it. */
  error?: unknown;
  result?: UploadResult;
  draft: Draft;
  /** Fields that the person edited; the file's own tags do not replace them. */
  touched: ReadonlySet<keyof Draft>;
  /** A cover chosen by the person. */
  cover?: File;
  choice: DuplicateChoice;
};
