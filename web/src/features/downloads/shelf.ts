import type { DownloadItem } from '@/lib/offline';
import { INDEX_CACHE, MEDIA_CACHE, mediaKeyOf, PICTURE_CACHE } from '@/lib/offline-keys';
import type { Contents } from './contents';

/** A downloaded playlist, album or song, with everything a page needs to show it without the server. */
export type Collection = DownloadItem & { addedAt: string } & Contents;

type Index = {
  version: 1;
  /** The owner of the downloads. */
  account: string;
  collections: Collection[];
  /** Bytes of each downloaded song, by track ID. */
  sizes: Record<string, number>;
};

const INDEX = '/offline/index.json';
const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } };

const empty = (account: string): Index => ({ version: 1, account, collections: [], sizes: {} });

/**
 * The downloads in this browser: audio, images and their index, in Cache Storage. The browser can delete any of it at any time, so
 * the caches decide what is downloaded, and not the index.
 */
export class Shelf {
  #index: Index;

  private constructor(index: Index) {
    this.#index = index;
  }

  /** Opens the downloads of an account. Deletes those of other accounts in this browser. */
  static async open(account: string): Promise<Shelf> {
    const stored = await readIndex();
    if (stored?.account !== account) await clear();
    const shelf = new Shelf(stored?.account === account ? stored : empty(account));
    await shelf.#compare();
    return shelf;
  }

  get collections(): readonly Collection[] {
    return this.#index.collections;
  }

  get bytes(): number {
    return Object.values(this.#index.sizes).reduce((sum, size) => sum + size, 0);
  }

  has(trackId: string): boolean {
    return this.#index.sizes[trackId] !== undefined;
  }

  sizeOf(trackId: string): number {
    return this.#index.sizes[trackId] ?? 0;
  }

  /** Adds a collection, or replaces its songs. Songs without a collection are deleted. */
  async put(collection: Collection): Promise<void> {
    const others = this.#index.collections.filter((other) => !same(other, collection));
    this.#index.collections = [...others, collection];
    await this.#sweep();
  }

  async remove(item: DownloadItem): Promise<void> {
    this.#index.collections = this.#index.collections.filter((other) => !same(other, item));
    await this.#sweep();
  }

  /** Stores the audio of a song. Rejects with QuotaExceededError if the disk is full, and with the network's error if it fails. */
  async keepSound(trackId: string, response: Response, onBytes: (bytes: number) => void): Promise<void> {
    const expected = Number(response.headers.get('Content-Length') ?? Number.NaN);
    let bytes = 0;
    const counted = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          onBytes(bytes);
          controller.enqueue(chunk);
        },
      }),
    );
    const headers = { 'Content-Type': response.headers.get('Content-Type') ?? 'audio/mpeg' };
    const cache = await caches.open(MEDIA_CACHE);
    await cache.put(mediaKeyOf(trackId), new Response(counted ?? null, { headers }));
    if (bytes === 0 || (Number.isFinite(expected) && !response.headers.has('Content-Encoding') && bytes !== expected)) {
      await cache.delete(mediaKeyOf(trackId));
      throw new TypeError('The download broke off.');
    }
    this.#index.sizes[trackId] = bytes;
    await this.#write();
  }

  /** Stores a cover, lyrics or a waveform under its path. */
  async keepExtra(path: string, response: Response): Promise<void> {
    await (await caches.open(PICTURE_CACHE)).put(path, response);
  }

  async hasExtra(path: string): Promise<boolean> {
    return (await (await caches.open(PICTURE_CACHE)).match(path)) !== undefined;
  }

  /** Removes index entries that the browser has deleted. */
  async #compare(): Promise<void> {
    const keys = await (await caches.open(MEDIA_CACHE)).keys();
    const here = new Set(keys.map(({ url }) => new URL(url).pathname));
    const { sizes } = this.#index;
    this.#index.sizes = Object.fromEntries(Object.entries(sizes).filter(([id]) => here.has(mediaKeyOf(id))));
  }

  /** Deletes audio without a collection, and saves the index. */
  async #sweep(): Promise<void> {
    const wanted = new Set(this.#index.collections.flatMap(({ tracks }) => tracks.map(({ id }) => id)));
    const media = await caches.open(MEDIA_CACHE);
    for (const id of Object.keys(this.#index.sizes)) {
      if (wanted.has(id)) continue;
      await media.delete(mediaKeyOf(id));
      delete this.#index.sizes[id];
    }
    await this.#write();
  }

  async #write(): Promise<void> {
    await (await caches.open(INDEX_CACHE)).put(INDEX, new Response(JSON.stringify(this.#index), JSON_TYPE));
  }
}

const same = (a: DownloadItem, b: DownloadItem) => a.kind === b.kind && a.id === b.id;

async function readIndex(): Promise<Index | null> {
  try {
    const stored = (await (await (await caches.open(INDEX_CACHE)).match(INDEX))?.json()) as Index | undefined;
    return stored?.version === 1 ? stored : null;
  } catch {
    return null; // unreadable: same as empty
  }
}

async function clear(): Promise<void> {
  for (const name of [INDEX_CACHE, MEDIA_CACHE, PICTURE_CACHE]) await caches.delete(name);
}
