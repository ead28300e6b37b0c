/** What a recording is, besides its sound. */
export type Recording = {
  id: string;
  /** ID of the account: others who use this browser do not see it. */
  owner: string;
  /** ms since 1970 */
  beganAt: number;
  seconds: number;
  tracklist: readonly Played[];
};
/** A track that was heard, and when, in seconds from the start. */
export type Played = { seconds: number; artist: string; title: string };

/** The recordings of this browser, in IndexedDB: they survive a closed tab. */
export type Recordings = {
  list(): Promise<Recording[]>;
  begin(recording: Recording): Promise<void>;
  /** Adds a piece of sound; seconds is the length with it. */
  append(id: string, index: number, piece: Uint8Array<ArrayBuffer>, seconds: number): Promise<void>;
  setTracklist(id: string, tracklist: readonly Played[]): Promise<void>;
  sound(id: string): Promise<Blob>;
  remove(id: string): Promise<void>;
};

const NAME = 'sonora_dj';
const [ABOUT, PIECES] = ['recordings', 'pieces'] as const;

const answer = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

const done = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onerror = work.onabort = () => reject(work.error);
  });

/** The pieces of one recording, in their order. */
const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

export async function openRecordings(): Promise<Recordings> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ABOUT, { keyPath: 'id' });
    opening.result.createObjectStore(PIECES);
  };
  const db = await answer(opening);

  const change = async (id: string, alter: (recording: Recording) => Recording) => {
    const work = db.transaction(ABOUT, 'readwrite');
    const store = work.objectStore(ABOUT);
    const found: Recording | undefined = await answer(store.get(id));
    if (found) store.put(alter(found));
    return done(work);
  };

  return {
    list: () => answer(db.transaction(ABOUT).objectStore(ABOUT).getAll()),
    begin(recording) {
      const work = db.transaction(ABOUT, 'readwrite');
      work.objectStore(ABOUT).put(recording);
      return done(work);
    },
    async append(id, index, piece, seconds) {
      const work = db.transaction(PIECES, 'readwrite');
      work.objectStore(PIECES).put(new Blob([piece]), [id, index]);
      await done(work);
      await change(id, (recording) => ({ ...recording, seconds }));
    },
    setTracklist: (id, tracklist) => change(id, (recording) => ({ ...recording, tracklist })),
    async sound(id) {
      const pieces: Blob[] = await answer(db.transaction(PIECES).objectStore(PIECES).getAll(piecesOf(id)));
      return new Blob(pieces, { type: 'audio/ogg' });
    },
    remove(id) {
      const work = db.transaction([ABOUT, PIECES], 'readwrite');
      work.objectStore(ABOUT).delete(id);
      work.objectStore(PIECES).delete(piecesOf(id));
      return done(work);
    },
  };
}

/** A tracklist as text, one track a line: 0:00 Artist – Title. */
export const tracklistText = (tracklist: readonly Played[], time: (seconds: number) => string): string =>
  tracklist.map(({ seconds, artist, title }) => `${time(seconds)} ${[artist, title].filter(Boolean).join(' – ')}`).join('\n');
