import { request } from '@/api/client';
import { Bandwidth, savesData } from '@/audio/bandwidth';
import type { Clock } from '@/audio/clock';
import { Equaliser } from '@/audio/equaliser';
import type { Graph } from '@/audio/graph';
import type { MediaPool } from '@/audio/media-pool';
import { since } from '@/audio/stream-address';
import { usePrefs } from '@/lib/prefs';
import type { PlayerEngine } from '@/player/engine/engine';
import { rewound } from '@/player/engine/live';
import type { QueueItem } from '@/player/engine/queue/item';
import type { Queue } from '@/player/engine/queue/queue';
import { serverJumps } from '@/player/engine/server-jumps';
import type { Sources } from '@/player/engine/sources';
import { Exact } from './exact';
import { loweredQuality } from './lowered-quality';
import { Loudness } from './normalise';
import { type Abilities, addressOf, below, type Conversion, choose, plays, type Step, stepFor, streamOf } from './quality';
import { watchSleep } from './sleep-timer';
import { isSpoken, musicRate, skipSilence } from './speed';

type Parts = { engine: PlayerEngine; pool: MediaPool; graph: Graph | null; clock: Clock };

const BY_SERVER: Conversion = { format: 'mp3', bitrate: 0 }; // the same bytes, from a given moment
const RAISE_AFTER = 5 * 60_000; // ms after an interruption before the quality is raised again
const CHOICES = 500; // remembered
const ANNOUNCE_AFTER = 1500; // ms an item has to be current before the next one is announced
const SEEK_GRACE = 3000; // ms after a seek in which an empty buffer is normal

/** Chooses the source and processing of the sound by the listener's preferences. */
class Sound implements Sources {
  readonly #engine: PlayerEngine;
  readonly #clock: Clock;
  readonly #exact: Exact | null;
  readonly #loudness: Loudness;
  readonly #equaliser = new Equaliser();
  readonly #bandwidth = new Bandwidth();
  readonly #canPlay = plays(document.createElement('audio'));
  /** IDs of tracks the browser could not play, although it claims to support the format. */
  readonly #strange = new Set<string>();
  readonly #graph: Graph | null;
  #skipping = () => {};
  readonly #chosen = new Map<string, Conversion | null>(); // by uid: an item keeps the quality it started with
  readonly #streams = new Map<string, string>(); // by uid, of stations
  #converts: readonly string[] = [];
  /** The listener's plan does not include lossless quality. */
  #isLossy = false;
  #broke: { step: Step; at: number } | null = null;
  #soughtAt = 0;
  #announced = '';

  constructor({ engine, pool, graph, clock }: Parts) {
    this.#engine = engine;
    this.#clock = clock;
    this.#exact = Exact.isSupported ? new Exact(pool, clock) : null;
    this.#loudness = new Loudness(() => engine.relevel());
    graph?.insert(this.#equaliser.insert);
    this.#graph = graph;
  }

  // Called by the engine

  url(item: QueueItem, queue: Queue): string {
    if (item.details.live) return this.#stream(item);
    if (item.details.podcastId && serverJumps.getState().byServer.has(item.track.id)) return addressOf(item.track.audioUrl, BY_SERVER);
    const conversion = this.#conversion(item);
    const exact = !conversion && this.#converts.includes('flac') ? this.#exact?.url(item, queue) : null;
    return exact ?? addressOf(item.track.audioUrl, conversion);
  }

  gain(item: QueueItem, queue: Queue): number {
    return this.#loudness.gain(item, queue);
  }

  instead(item: QueueItem, why: 'unsupported' | 'notIncluded'): boolean {
    if (item.details.live) return false;
    if (why === 'notIncluded') {
      if (this.#isLossy) return false;
      this.#isLossy = true;
      this.#chosen.clear();
      return this.#conversion(item) !== null;
    }
    if (this.#exact?.gaveUp(item)) return true;
    const { id } = item.track;
    if (this.#strange.has(id)) return false;
    this.#strange.add(id);
    this.#chosen.delete(item.uid);
    return this.#conversion(item) !== null;
  }

  join(url: string, next: QueueItem): boolean {
    return !this.#conversion(next) && (this.#exact?.join(url, next) ?? false);
  }

  part(url: string): void {
    this.#exact?.part(url);
  }

  /** For a station: the quality it started with, unless the listener rewound or returned to live. */
  #stream({ track: { id, audioUrl }, details, uid }: QueueItem): string {
    const { to } = rewound.getState();
    if (to?.id === id) return since(audioUrl, to.from);
    const known = this.#streams.get(uid) ?? streamOf(audioUrl, details.streams, this.#step, this.#canPlay);
    if (this.#streams.size >= CHOICES) this.#streams.clear();
    this.#streams.set(uid, known);
    return known;
  }

  // Lifecycle

  /** Starts; returns a function that stops it. */
  start(): () => void {
    this.#prefer();
    void this.#learnFormats();
    let before = this.#engine.snapshot();
    const stops = [
      this.#bandwidth.start(),
      watchSleep(this.#engine, this.#clock),
      usePrefs.subscribe((now, then) => {
        if (now.quality !== then.quality) this.#requality();
        this.#prefer();
      }),
      musicRate.subscribe(() => this.#prefer()),
      skipSilence.subscribe(({ on }) => this.#skipSilence(on)),
      this.#engine.on('seek', () => {
        this.#soughtAt = this.#clock.now();
      }),
      this.#engine.on('start', () => {
        this.#soughtAt = this.#clock.now();
      }),
      this.#engine.on('change', (now) => {
        if (before.state === 'playing' && now.state === 'loading' && now.current === before.current) this.#ranDry();
        if (now.queue !== before.queue) this.#moved(now.current !== before.current);
        before = now;
      }),
    ];
    this.#engine.setSources(this);
    return () => {
      for (const stop of stops) stop();
    };
  }

  #moved(another: boolean): void {
    this.#clock.after(ANNOUNCE_AFTER, () => void this.#announce());
    if (another) this.#prefer();
    const { current } = this.#engine.snapshot();
    if (rewound.getState().to && rewound.getState().to?.id !== current?.track.id) rewound.setState({ to: null });
    this.#engine.relevel();
  }

  /** Applies the listener's preferences. */
  #prefer(): void {
    const { normalise, preamp, equaliser, rate } = usePrefs.getState();
    const { current, rate: now } = this.#engine.snapshot();
    const own = current && isSpoken(current) ? rate : musicRate.getState().rate;
    const wanted = current?.details.live ? 1 : own; // live sound cannot play faster
    if (wanted !== now) this.#engine.setRate(wanted);
    this.#equaliser.set(equaliser);
    if (this.#loudness.mode === normalise && this.#loudness.preamp === preamp) return;
    Object.assign(this.#loudness, { mode: normalise, preamp });
    this.#engine.relevel();
  }

  #skipSilence(on: boolean): void {
    this.#skipping();
    const graph = this.#graph;
    if (!on || !graph) return;
    const stop = import('./silence').then(({ skipSilence }) => skipSilence(this.#engine, graph));
    this.#skipping = () => {
      this.#skipping = () => {};
      void stop.then((end) => end());
    };
  }

  // Quality

  get #step(): Step {
    const { quality } = usePrefs.getState();
    if (quality !== 'auto') return quality;
    const broke = this.#broke;
    if (broke && this.#clock.now() - broke.at < RAISE_AFTER) return broke.step;
    return stepFor(this.#bandwidth.kilobits, savesData());
  }

  #conversion(item: QueueItem): Conversion | null {
    if (item.details.live || item.details.podcastId) return null;
    const known = this.#chosen.get(item.uid);
    if (known !== undefined) return known;
    const abilities: Abilities = {
      plays: (format) => this.#canPlay(format) && !(format === item.details.format && this.#strange.has(item.track.id)),
      converts: this.#converts,
      lossless: !this.#isLossy,
    };
    const details = this.#strange.has(item.track.id) ? { ...item.details, format: item.details.format || 'unknown' } : item.details;
    const conversion = choose(details, this.#step, abilities);
    if (this.#chosen.size >= CHOICES) this.#chosen.clear();
    this.#chosen.set(item.uid, conversion);
    return conversion;
  }

  #requality(): void {
    this.#broke = null;
    this.#isLossy = false; // the plan may have changed
    loweredQuality.setState({ step: null });
    this.#again();
  }

  #again(): void {
    this.#chosen.clear();
    this.#streams.clear();
    this.#soughtAt = this.#clock.now();
    this.#engine.refresh();
  }

  async #learnFormats(): Promise<void> {
    try {
      const { ffmpeg, formats } = await request('/api/stream/formats');
      if (ffmpeg) this.#converts = [...new Set(formats.map(({ format }) => format))];
    } catch {
      return; // everything plays as it is
    }
    if (!this.#engine.snapshot().isPlaying) this.#requality();
  }

  /** The buffer is empty: the connection is too slow for this quality. */
  #ranDry(): void {
    const { current } = this.#engine.snapshot();
    if (
      usePrefs.getState().quality !== 'auto' ||
      !current ||
      current.details.live ||
      current.details.podcastId ||
      this.#clock.now() - this.#soughtAt < SEEK_GRACE ||
      !navigator.onLine
    )
      return;
    const weight = this.#chosen.get(current.uid)?.bitrate || current.details.bitrate;
    const step = below(weight);
    if (!step || this.#converts.length === 0) return;
    this.#broke = { step, at: this.#clock.now() };
    this.#again();
    loweredQuality.setState({ step });
  }

  /** Has the server convert the next item in advance. */
  async #announce(): Promise<void> {
    const { queue, isPlaying } = this.#engine.snapshot();
    const next = queue.next('ended');
    if (!isPlaying || !next?.current || next === queue) return;
    const { current } = next;
    const conversion = this.#conversion(current);
    const body = conversion ?? (this.url(current, next).startsWith('blob:') ? { format: 'flac', container: 'fmp4' } : null);
    const name = `${current.uid} ${JSON.stringify(body)}`;
    if (!body || this.#announced === name) return;
    this.#announced = name;
    await request(`/api/tracks/${current.track.id}/announce`, { method: 'POST', body }).catch(() => {}); // otherwise it is converted when it is requested
  }
}

/** Starts processing the player's sound; returns a function that stops it. */
export const attachSound = (parts: Parts): (() => void) => new Sound(parts).start();
