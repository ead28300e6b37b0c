import { soundAddress } from '@/api/media';
import type { Track } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { BACKEND } from '@/lib/constants';
import { BufferSound, type DeckSound } from './deck-sound';
import { ElementSound } from './element-sound';

/** Why a sound was not loaded: the server does not have it, does not answer, or the browser cannot play it. */
export type Trouble = 'missing' | 'network' | 'format';

export class NotLoaded extends Error {
  readonly why: Trouble;

  constructor(why: Trouble, message: string) {
    super(message);
    this.why = why;
  }
}

/** Seconds. Longer tracks stream, because ten minutes take 230 MB when they are decoded. */
const LONG = 10 * 60;

/** The sound of a track of the library. */
export async function soundOf(track: Track, context: BaseAudioContext, into: AudioNode): Promise<DeckSound> {
  if (track.duration > LONG && context instanceof AudioContext)
    return new ElementSound(context, await elementOf(BACKEND + track.audioUrl), into, browserClock());
  const buffer = await decode(context, track.audioUrl).catch((error: unknown) => {
    if (!(error instanceof NotLoaded) || error.why !== 'format') throw error;
    return decode(context, soundAddress(track.audioUrl, { format: 'mp3' }));
  });
  return new BufferSound(context, buffer, into);
}

/** Decodes the sound at an address of the server. */
export async function decode(context: BaseAudioContext, address: string): Promise<AudioBuffer> {
  const reply = await fetch(BACKEND + address).catch((error: Error) => {
    throw new NotLoaded('network', error.message);
  });
  if (!reply.ok) throw new NotLoaded(reply.status === 404 ? 'missing' : 'network', `${reply.status} for ${address}`);
  return decoded(context, await reply.arrayBuffer());
}

/** The sound of a file of this device, and its samples unless it is too long to be decoded. */
export async function soundOfFile(file: File, context: BaseAudioContext, into: AudioNode): Promise<[DeckSound, AudioBuffer | null]> {
  if (context instanceof AudioContext) {
    const address = URL.createObjectURL(file);
    const element = await elementOf(address).catch(() => null);
    if (element && element.duration > LONG) return [new ElementSound(context, element, into, browserClock()), null];
    URL.revokeObjectURL(address);
  }
  const buffer = await decoded(context, await file.arrayBuffer());
  return [new BufferSound(context, buffer, into), buffer];
}

const decoded = (context: BaseAudioContext, bytes: ArrayBuffer): Promise<AudioBuffer> =>
  context.decodeAudioData(bytes).catch((error: Error) => {
    throw new NotLoaded('format', error.message);
  });

function elementOf(address: string): Promise<HTMLAudioElement> {
  const element = new Audio(address);
  element.crossOrigin = 'use-credentials';
  element.preload = 'auto';
  return new Promise((resolve, reject) => {
    element.onloadedmetadata = () => resolve(element);
    element.onerror = () => {
      const why = navigator.onLine ? 'format' : 'network';
      reject(new NotLoaded(why, element.error?.message ?? 'The browser cannot play it.'));
    };
  });
}
