import { spooled, unspool } from './spool';

/** A recording without its sound. */
export type Recording = {
  id: string;
  /** ID of the account: nobody else who uses this browser sees the recording. */
  owner: string;
  /** ms since 1970 */
  beganAt: number;
  seconds: number;
  tracklist: readonly Played[];
  /** ID of its upload, once that has begun. */
  upload?: string;
  /** Where sound is missing, because this device slept or its audio device was gone. Recordings of older versions have no list. */
  gaps?: readonly Gap[];
};
/** A place in a recording, in seconds from the start, and the seconds of real time that are missing there. */
export type Gap = { at: number; missing: number };
/** A track that was audible, and from when, in seconds from the start. trackId is its ID in the library; null for a file of this device. */
export type Played = { seconds: number; artist: string; title: string; trackId: string | null };

/** A second of sound. Recordings of older versions have Blobs. */
export type Piece = Uint8Array<ArrayBuffer> | Blob;

export const sizeOf = (piece: Piece): number => (piece instanceof Blob ? piece.size : piece.byteLength);

/** The recordings of this browser, in IndexedDB: they survive a closed tab. */
export type Recordings = {
  list(): Promise<Recording[]>;
  begin(recording: Recording): Promise<void>;
  /** Adds a piece and the peak of its sound, 0 to 1, null without sound; seconds is the length of the recording including it. All or nothing is kept. */
  append(id: string, index: number, piece: Uint8Array<ArrayBuffer>, seconds: number, peak: number | null): Promise<void>;
  change(id: string, to: Partial<Pick<Recording, 'tracklist' | 'upload' | 'gaps'>>): Promise<void>;
  /** The peaks of all pieces with sound, in their order. Empty for a recording of an older version. */
  peaks(id: string): Promise<number[]>;
  /** Up to `count` pieces, from an index on. */
  pieces(id: string, from: number, count: number): Promise<Piece[]>;
  /** All of its sound, on the disk where the browser can. */
  sound(id: string): Promise<Blob>;
  remove(id: string): Promise<void>;
};

/** Pieces that are read at once: about 12 MB. */
export const READ_AT_ONCE = 500;

const NAME = 'sonora_dj';
const [ABOUT, PIECES, PEAKS] = ['recordings', 'pieces', 'peaks'] as const;

const answer = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

const done = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error); // an error aborts the work, and only then the work knows it
  });

/** The pieces of one recording, in their order. */
const piecesOf = (id: string, from = 0) => IDBKeyRange.bound([id, from], [id, Number.MAX_SAFE_INTEGER]);

/** What a tab learns of others in which another version of the app is open. */
export type Versions = {
  /** A newer version wants to change the recordings. Returns whether this tab can do without them from now on. */
  onNewer: () => boolean;
  /** Whether an older version keeps this one from opening the recordings; they open once its tab is closed. */
  onOlder: (isInTheWay: boolean) => void;
};

let versions: Versions = { onNewer: () => true, onOlder: () => {} };

/** Sets who is told of tabs with other versions. */
export function watchVersions(watcher: Versions): void {
  versions = watcher;
}

let opened: Promise<Recordings> | null = null;

/** Opens the recordings, once for all callers. */
export function openRecordings(): Promise<Recordings> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<Recordings> {
  const opening = indexedDB.open(NAME, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore(ABOUT, { keyPath: 'id' });
      opening.result.createObjectStore(PIECES);
    }
    opening.result.createObjectStore(PEAKS);
  };
  opening.onblocked = () => versions.onOlder(true);
  const db = await answer(opening).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'VersionError') versions.onNewer(); // it has changed them already
    throw error;
  });
  versions.onOlder(false);
  db.onclose = () => {
    opened = null; // the browser closed it, for example because its data was deleted
  };
  db.onversionchange = () => {
    if (!versions.onNewer()) return;
    db.close();
    opened = null;
  };

  const alter = async (work: IDBTransaction, id: string, to: Partial<Recording>) => {
    const ended = done(work);
    const store = work.objectStore(ABOUT);
    const found: Recording | undefined = await answer(store.get(id)).catch(() => undefined); // the work ends with the cause
    if (found) store.put({ ...found, ...to });
    return ended;
  };

  const pieces = (id: string, from: number, count: number): Promise<Piece[]> =>
    answer(db.transaction(PIECES).objectStore(PIECES).getAll(piecesOf(id, from), count));

  async function* parts(id: string): AsyncGenerator<Blob> {
    for (let from = 0; ; from += READ_AT_ONCE) {
      const read = await pieces(id, from, READ_AT_ONCE);
      yield new Blob(read);
      if (read.length < READ_AT_ONCE) return;
    }
  }

  return {
    list: () => answer(db.transaction(ABOUT).objectStore(ABOUT).getAll()),
    begin(recording) {
      const work = db.transaction(ABOUT, 'readwrite');
      work.objectStore(ABOUT).put(recording);
      return done(work);
    },
    append(id, index, piece, seconds, peak) {
      const work = db.transaction([ABOUT, PIECES, PEAKS], 'readwrite');
      work.objectStore(PIECES).put(piece, [id, index]); // not a Blob: the browser's process grows with each one
      if (peak !== null) work.objectStore(PEAKS).put(peak, [id, index]);
      return alter(work, id, { seconds });
    },
    change: (id, to) => alter(db.transaction(ABOUT, 'readwrite'), id, to),
    peaks: (id) => answer(db.transaction(PEAKS).objectStore(PEAKS).getAll(piecesOf(id, 1))), // the first piece is a header, for which older versions noted 0
    pieces,
    async sound(id) {
      const file = await spooled(id, parts(id));
      const all: Blob[] = file ? [file] : [];
      if (!file) for await (const part of parts(id)) all.push(part);
      return new Blob(all, { type: 'audio/ogg' });
    },
    async remove(id) {
      await unspool(id);
      const work = db.transaction([ABOUT, PIECES, PEAKS], 'readwrite');
      work.objectStore(ABOUT).delete(id);
      work.objectStore(PIECES).delete(piecesOf(id));
      work.objectStore(PEAKS).delete(piecesOf(id));
      return done(work);
    },
  };
}

/** A tracklist as text, one track per line: 0:00 Artist – Title. */
export const tracklistText = (tracklist: readonly Played[], time: (seconds: number) => string): string =>
  tracklist.map(({ seconds, artist, title }) => `${time(seconds)} ${[artist, title].filter(Boolean).join(' – ')}`).join('\n');
