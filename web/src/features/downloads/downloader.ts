import { renewSession } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { STRETCH } from '@/api/playlists';
import { address } from '@/api/query-client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { sized } from '@/lib/images';
import { type Download, type DownloadItem, type DownloadState, keyOf, useOffline } from '@/lib/offline';
import { ANSWER_CACHE, answerPath, pictureKey } from '@/lib/offline-keys';
import { usePrefs } from '@/lib/prefs';
import { toast } from '@/ui/toast/toast-store';
import { contentsOf } from './contents';
import { type Collection, Shelf } from './shelf';
import { soundUrl } from './sound-url';

const GB = 1e9;
const RETRY_AFTER = 15_000; // ms, if the browser does not report that the network is back
const LOCK = 'sonora-downloads';
const TELL_EVERY = 250; // ms between two progress updates of a song
const TOLD = 'sonora_downloads'; // BroadcastChannel: another tab changed the downloads

/**
 * Downloads one song after another, in one tab at a time, within the limit and the disk space; resumes by itself when the network is
 * back. Its state is in useOffline.
 */
export class Downloader {
  readonly #account: string;
  readonly #channel = new BroadcastChannel(TOLD);
  readonly #stops: (() => void)[] = [];
  readonly #failed = new Set<string>();
  #shelf: Shelf;
  #running = false;
  #again = false;
  /** Why downloading is paused although songs are missing. */
  #halt: 'paused' | 'full' | null = null;
  #now: { trackId: string; bytes: number } | null = null;
  #told = 0;
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(account: string, shelf: Shelf) {
    this.#account = account;
    this.#shelf = shelf;
    this.#channel.onmessage = () => void this.#reopen();
    const resume = () => void this.resume();
    addEventListener('online', resume);
    this.#stops.push(() => removeEventListener('online', resume));
    this.#stops.push(usePrefs.subscribe((now, before) => now.downloadLimit !== before.downloadLimit && resume()));
    this.#publish();
  }

  static async start(account: string): Promise<Downloader> {
    return new Downloader(account, await Shelf.open(account));
  }

  stop(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    this.#channel.close();
  }

  /** Starts a download, or updates an existing one. */
  async add(item: DownloadItem): Promise<void> {
    void navigator.storage?.persist?.(); // otherwise the browser may delete it when the disk is full
    const contents = await contentsOf(item);
    const known = this.#shelf.collections.find((other) => keyOf(other) === keyOf(item));
    await this.#shelf.put({ ...item, ...contents, addedAt: known?.addedAt ?? new Date().toISOString() });
    this.#tell();
    await this.resume();
  }

  async remove(item: DownloadItem): Promise<void> {
    await this.#shelf.remove(item);
    this.#tell();
    if (this.#halt === 'full') await this.resume();
  }

  /** Downloads missing songs; does nothing while another tab does it. */
  async resume(): Promise<void> {
    this.#halt = null;
    this.#failed.clear();
    clearTimeout(this.#timer);
    this.#again = true;
    if (this.#running || this.#ended.signal.aborted) return;
    this.#running = true;
    try {
      await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        while (lock && this.#again && !this.#ended.signal.aborted) {
          this.#again = false;
          await this.#fill();
        }
      });
    } finally {
      this.#running = false;
      this.#publish();
    }
  }

  /** Requests the current contents of the downloaded lists. Lists that cannot be requested stay unchanged. */
  async refresh(): Promise<void> {
    for (const known of this.#shelf.collections) {
      const now = await contentsOf(known, (await this.#isPageKept(known)) ? known : undefined).catch(() => null);
      const isKept = this.#shelf.collections.some((other) => keyOf(other) === keyOf(known)); // it may be removed meanwhile
      if (isKept && now && now !== known && now.tracks.length > 0) await this.#shelf.put({ ...known, ...now });
    }
    this.#tell();
    await this.resume();
  }

  /** Whether a playlist's page can be shown without a network: the service worker deletes old responses. */
  async #isPageKept({ kind, id }: Collection): Promise<boolean> {
    if (kind !== 'playlist') return true;
    const path = answerPath(this.#account, address(['/api/playlists', id, 'tracks', { at: 0, limit: STRETCH }]));
    return (await (await caches.open(ANSWER_CACHE)).match(path)) !== undefined;
  }

  async #fill(): Promise<void> {
    for (let track = this.#missing(); track && !this.#halt && !this.#ended.signal.aborted; track = this.#missing()) {
      if (this.#shelf.bytes + estimate(track) > usePrefs.getState().downloadLimit * GB) this.#halt = 'full';
      else await this.#take(track);
    }
    this.#now = null;
  }

  #missing(): Track | undefined {
    for (const { tracks } of this.#shelf.collections) {
      const track = tracks.find(({ id }) => !this.#shelf.has(id) && !this.#failed.has(id));
      if (track) return track;
    }
    return undefined;
  }

  async #take(track: Track): Promise<void> {
    this.#now = { trackId: track.id, bytes: 0 };
    this.#publish();
    try {
      const response = await fetchSound(track, this.#ended.signal);
      if (!response.ok) throw new Refused(response.status, await response.text());
      await this.#shelf.keepSound(track.id, response, (bytes) => this.#progress(bytes));
      await this.#keepExtras(track);
      this.#tell();
    } catch (error) {
      this.#stumble(track, error);
    }
  }

  #stumble(track: Track, error: unknown): void {
    if (this.#ended.signal.aborted) return;
    if (error instanceof DOMException && error.name === 'QuotaExceededError') {
      this.#halt = 'full';
    } else if (error instanceof Refused && error.status < 500 && error.status !== 429) {
      console.warn(`${track.title} was not downloaded`, error);
      if (error.status === 403 && this.#failed.size === 0)
        toast({ tone: 'danger', title: t('downloads.notStarted'), description: messageOf(error, track.title) });
      this.#failed.add(track.id);
    } else {
      this.#halt = 'paused';
      this.#timer = setTimeout(() => void this.resume(), RETRY_AFTER);
    }
  }

  /** Cover, lyrics and waveform, if available; without them the song still plays. */
  async #keepExtras({ id, coverImageUrl }: Track): Promise<void> {
    const paths = [coverImageUrl && sized(coverImageUrl, 600), `/api/tracks/${id}/lyrics`, `/api/tracks/${id}/peaks`];
    for (const path of paths) {
      const key = path ? pictureKey(new URL(path, location.href)) : null;
      if (!path || !key || (await this.#shelf.hasExtra(key))) continue;
      const response = await fetch(path, { credentials: 'include' }).catch(() => null);
      if (response?.ok) await this.#shelf.keepExtra(key, response);
    }
  }

  #progress(bytes: number): void {
    if (this.#now) this.#now.bytes = bytes;
    if (performance.now() - this.#told > TELL_EVERY) this.#publish();
  }

  async #reopen(): Promise<void> {
    if (this.#running) return;
    this.#shelf = await Shelf.open(this.#account);
    this.#publish();
  }

  #tell(): void {
    this.#channel.postMessage('changed');
    this.#publish();
  }

  #publish(): void {
    if (this.#ended.signal.aborted) return;
    this.#told = performance.now();
    const downloads = Object.fromEntries(this.#shelf.collections.map((collection) => [keyOf(collection), this.#look(collection)]));
    useOffline.setState({ downloads });
  }

  #look({ tracks, addedAt: _, mark: __, ...item }: Collection): Download {
    const here = tracks.filter(({ id }) => this.#shelf.has(id));
    const now = tracks.find(({ id }) => id === this.#now?.trackId);
    const bytes = here.reduce((sum, { id }) => sum + this.#shelf.sizeOf(id), 0) + (now ? (this.#now?.bytes ?? 0) : 0);
    return { ...item, done: here.length, total: tracks.length, bytes, state: this.#stateOf(tracks, here.length, now !== undefined) };
  }

  #stateOf(tracks: readonly Track[], here: number, isNow: boolean): DownloadState {
    if (here === tracks.length) return 'done';
    if (isNow) return 'downloading';
    if (this.#halt) return this.#halt;
    return tracks.every(({ id }) => this.#shelf.has(id) || this.#failed.has(id)) ? 'failed' : 'waiting';
  }

  /** The downloaded songs of a download, in order. */
  playable(item: Pick<DownloadItem, 'kind' | 'id'>): Track[] {
    const collection = this.#shelf.collections.find((other) => keyOf(other) === keyOf(item));
    return collection?.tracks.filter(({ id }) => this.#shelf.has(id)) ?? [];
  }
}

class Refused extends ApiError {
  constructor(status: number, body: string) {
    super(status, body, `the server answered ${status}`);
  }
}

async function fetchSound(track: Track, signal: AbortSignal): Promise<Response> {
  const response = await fetchFrom(await soundUrl(track), signal);
  return response.status === 403 ? fetchFrom(await soundUrl(track, false), signal) : response;
}

async function fetchFrom(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (response.status !== 401) return response;
  await renewSession();
  return fetch(url, { credentials: 'include', signal });
}

/** The approximate maximum size of a song in bytes. */
const estimate = ({ size }: Track) => size;
