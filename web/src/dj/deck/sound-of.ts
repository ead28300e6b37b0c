import { tokens } from '@/api/auth/tokens';
import { renewSession } from '@/api/client';
import { soundAddress } from '@/api/media';
import type { Track } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { BACKEND } from '@/lib/constants';
import { reserve } from '../memory';
import { BufferSound, type DeckSound } from './deck-sound';
import { ElementSound } from './element-sound';

/** Why a sound was not loaded: the server does not have it, does not know the person any more, does not answer, the plan does not include it, or the browser cannot play it. */
export type Trouble = 'missing' | 'session' | 'network' | 'plan' | 'format';

/** What an HTTP status means for a deck. */
export const troubleOf = (status: number): Trouble =>
  status === 404 ? 'missing' : status === 401 ? 'session' : status === 403 ? 'plan' : 'network';

export class NotLoaded extends Error {
  readonly why: Trouble;

  constructor(why: Trouble, message: string) {
    super(message);
    this.why = why;
  }
}

/** Seconds. Longer tracks are only decoded while there is memory for them, because ten minutes take 230 MB. Otherwise they stream. */
export const LONG = 10 * 60;

/** Seconds at the beginning of a track that are decoded at once, and the fewest that are worth playing before the rest. */
const [FIRST, FEWEST] = [8, 5] as const;

/** Where a sound is, and how many seconds of it there are. */
type Address = Pick<Track, 'audioUrl' | 'duration'>;

/**
 * The sound of a track of the library: all of it, or its beginning with a `rest` that yields sounds with more, at last all of it. The
 * signal ends the download, also that of the rest, and lets nothing more be decoded.
 */
export async function soundOf(
  track: Address,
  context: BaseAudioContext,
  into: AudioNode,
  signal?: AbortSignal,
): Promise<{ sound: DeckSound; rest?: AsyncGenerator<DeckSound> }> {
  const isLong = track.duration > LONG && context instanceof AudioContext;
  const release = isLong ? reserve(track.duration, context.sampleRate) : undefined;
  if (isLong && !release) {
    const address = await offered(track, signal);
    return { sound: new ElementSound(context, await elementOf(BACKEND + address, signal), into, browserClock()) };
  }
  const sounds = soundsOf(track, context, into, signal, release ?? undefined);
  const { value: sound, done } = await sounds.next();
  if (done) throw new NotLoaded('format', 'It has no sound.');
  return sound.isWhole ? { sound } : { sound, rest: sounds };
}

/** `release` gives back the memory of the whole sound, once that is closed or turns out not to come. */
async function* soundsOf(
  track: Address,
  context: BaseAudioContext,
  into: AudioNode,
  signal: AbortSignal | undefined,
  release = () => {},
): AsyncGenerator<BufferSound> {
  let isThere = false;
  const soundWith = (buffer: AudioBuffer, isWhole: boolean) => {
    isThere = isWhole;
    return new BufferSound(context, buffer, into, isWhole, isWhole ? release : undefined);
  };
  try {
    for await (const [buffer, isWhole] of arriving(context, await ask(track.audioUrl, signal), track.duration, signal))
      yield soundWith(buffer, isWhole);
  } catch (error) {
    if (!(error instanceof NotLoaded) || (error.why !== 'format' && error.why !== 'plan')) throw error;
    yield soundWith(await decode(context, asMP3(track), signal), true);
  } finally {
    if (!isThere) release();
  }
}

const asMP3 = ({ audioUrl }: Address) => soundAddress(audioUrl, { format: 'mp3', bitrate: 320 });

/** The address of a track as it is, or as the plan includes it. It is asked first, because an element does not tell what is wrong. */
async function offered(track: Address, signal: AbortSignal | undefined): Promise<string> {
  try {
    await ask(track.audioUrl, signal, 'HEAD');
    return track.audioUrl;
  } catch (error) {
    if (!(error instanceof NotLoaded) || error.why !== 'plan') throw error;
    return asMP3(track);
  }
}

/**
 * Decodes a sound of some seconds while it arrives. The beginning of a file decodes to exactly the beginning of its sound, so the parts
 * fit. Another part follows once half of the one before may have been played, or if a busy device would not decode all of it by then; at last
 * all of it. Formats that need the whole file have no parts.
 */
async function* arriving(
  context: BaseAudioContext,
  reply: Response,
  seconds: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<[AudioBuffer, isWhole: boolean]> {
  const size = Number(reply.headers.get('Content-Length'));
  let enough = (size * FIRST) / seconds;
  if (!reply.body || !(size > 2 * enough)) return yield [await decoded(context, await arrived(reply.arrayBuffer()), signal), true];
  const bytes = new Uint8Array(size);
  const reader = reply.body.getReader();
  let [length, due] = [0, 0];
  let part: Part | null = null;
  try {
    for (let { value } = await arrived(reader.read()); value; { value } = await arrived(reader.read())) {
      bytes.set(value, length);
      length += value.length;
      if (length < enough || length === size || Date.now() < due) continue;
      const found = await partOf(context, bytes, due ? length : enough, signal);
      enough = 2 * length;
      if (!found) continue;
      part = found;
      due = Date.now() + halfOf(part);
      yield [part.buffer, false];
    }
  } finally {
    await reader.cancel().catch(() => undefined); // one that failed has ended
  }
  while (part && part.cost * seconds > halfOf(part)) {
    const next: number = Math.max(2 * part.buffer.duration, halfOf(part) / part.cost);
    if (next > seconds / 2) break;
    part = await partOf(context, bytes, (size * next) / seconds, signal);
    if (part) yield [part.buffer, false];
  }
  yield [await decoded(context, bytes.buffer, signal), true];
}

/** The beginning of a sound, and the ms that a second of it took to decode. */
type Part = { buffer: AudioBuffer; cost: number };

/** Half the time that a part plays, in ms. */
const halfOf = ({ buffer }: Part) => (buffer.duration / 2) * 1000;

/** The sound of the first bytes; null if it is too short, or if the format needs the whole file. */
async function partOf(
  context: BaseAudioContext,
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Part | null> {
  const began = Date.now();
  const buffer = await decoded(context, bytes.slice(0, length).buffer, signal).catch(() => null);
  signal?.throwIfAborted();
  return buffer && buffer.duration >= FEWEST ? { buffer, cost: (Date.now() - began) / buffer.duration } : null;
}

/** Decodes the sound at an address of the server. */
export const decode = async (context: BaseAudioContext, address: string, signal?: AbortSignal): Promise<AudioBuffer> =>
  decoded(context, await arrived((await ask(address, signal)).arrayBuffer()), signal);

/** Asks for a sound. Without a valid cookie, a track of a member looks missing: then it signs in again and asks once more. */
async function ask(address: string, signal: AbortSignal | undefined, method: 'GET' | 'HEAD' = 'GET'): Promise<Response> {
  const options = { method, ...(signal && { signal }) };
  let reply = await arrived(fetch(BACKEND + address, options));
  if ((reply.status === 401 || reply.status === 404) && tokens.exist()) {
    await renewed();
    reply = await arrived(fetch(BACKEND + address, options));
  }
  if (!reply.ok) throw new NotLoaded(troubleOf(reply.status), `${reply.status} for ${address}`);
  return reply;
}

const renewed = () =>
  renewSession().catch((error: Error) => {
    throw new NotLoaded(tokens.exist() ? 'network' : 'session', error.message); // a session that has ended has no tokens
  });

const arrived = <T>(coming: Promise<T>): Promise<T> =>
  coming.catch((error: Error) => {
    throw new NotLoaded('network', error.message);
  });

/** The sound of a file of this device, and its samples unless it is too long to be decoded. */
export async function soundOfFile(
  file: File,
  context: BaseAudioContext,
  into: AudioNode,
  signal: AbortSignal,
): Promise<[DeckSound, AudioBuffer | null]> {
  if (context instanceof AudioContext) {
    const address = URL.createObjectURL(file);
    const element = await elementOf(address, signal).catch(() => null);
    if (element && element.duration > LONG) return [new ElementSound(context, element, into, browserClock()), null];
    URL.revokeObjectURL(address);
  }
  const buffer = await decoded(context, await file.arrayBuffer(), signal);
  return [new BufferSound(context, buffer, into), buffer];
}

async function decoded(context: BaseAudioContext, bytes: ArrayBuffer, signal?: AbortSignal): Promise<AudioBuffer> {
  signal?.throwIfAborted(); // what is being decoded cannot be ended
  return context.decodeAudioData(bytes).catch((error: Error) => {
    throw new NotLoaded('format', error.message);
  });
}

function elementOf(address: string, signal?: AbortSignal): Promise<HTMLAudioElement> {
  const element = new Audio(address);
  element.crossOrigin = 'use-credentials';
  element.preload = 'auto';
  return new Promise((resolve, reject) => {
    element.onloadedmetadata = () => resolve(element);
    element.onerror = () => reject(new NotLoaded('format', element.error?.message || 'The browser cannot play it.'));
    signal?.addEventListener('abort', () => {
      if (element.readyState > 0) return; // it is on the deck
      element.removeAttribute('src');
      element.load(); // ends the download
      reject(signal.reason as Error);
    });
  });
}
