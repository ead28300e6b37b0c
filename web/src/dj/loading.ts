import { decodePeaks, type Sound } from '@/api/analysis';
import { request, requestBytes } from '@/api/client';
import { soundAddress } from '@/api/media';
import type { Track } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { seedOf } from '@/lib/art';
import { BACKEND } from '@/lib/constants';
import { BufferSound, type DeckSound } from './deck-sound';
import type { Load } from './desk';
import { ElementSound } from './element-sound';
import { gridOf } from './grid';
import { peaksOf } from './peaks-of';
import { type DeckTrack, unknown } from './track';

/** Seconds. Longer tracks are not decoded at once, because a quarter of an hour takes 350 MB. */
const LONG = 15 * 60;

/** Loads a track of the library: its sound, and what the server knows about it. */
export const fromLibrary =
  (track: Track): Load =>
  async (context, into) => {
    const [sound, analysis, peaks] = await Promise.all([soundOf(track, context, into), analysisOf(track.id), waveformOf(track)]);
    return { sound, track: { ...described(track), ...known(analysis), duration: sound.duration || track.duration, peaks } };
  };

/** Loads a file of this device. */
export const fromFile =
  (file: File): Load =>
  async (context, into) => {
    const buffer = await context.decodeAudioData(await file.arrayBuffer());
    const title = file.name.replace(/\.[^.]+$/, '');
    return {
      sound: new BufferSound(context, buffer, into),
      track: { ...unknown(title), duration: buffer.duration, peaks: await peaksOf(buffer) },
    };
  };

const described = (track: Track): DeckTrack => ({
  ...unknown(track.title),
  id: track.id,
  artist: track.artist,
  coverUrl: track.coverImageUrl,
  seed: seedOf(track),
  bpm: track.bpm,
  key: track.key,
  camelot: track.camelot,
  energy: track.energy,
});

const known = (analysis: Sound | null): Partial<DeckTrack> =>
  analysis ? { grid: gridOf(analysis), loudness: analysis.loudness, cues: analysis.cues, sections: analysis.sections } : {};

async function soundOf(track: Track, context: BaseAudioContext, into: AudioNode): Promise<DeckSound> {
  if (track.duration > LONG && context instanceof AudioContext) return longSound(track, context, into);
  const buffer = await decode(context, track.audioUrl).catch(() => decode(context, soundAddress(track.audioUrl, { format: 'mp3' })));
  return new BufferSound(context, buffer, into);
}

async function decode(context: BaseAudioContext, address: string): Promise<AudioBuffer> {
  const reply = await fetch(BACKEND + address);
  if (!reply.ok) throw new Error(`${reply.status} for ${address}`);
  return context.decodeAudioData(await reply.arrayBuffer());
}

function longSound(track: Track, context: AudioContext, into: AudioNode): Promise<DeckSound> {
  const element = new Audio(BACKEND + track.audioUrl);
  element.crossOrigin = 'use-credentials';
  element.preload = 'auto';
  return new Promise((resolve, reject) => {
    element.onloadedmetadata = () => resolve(new ElementSound(context, element, into, browserClock()));
    element.onerror = () => reject(new Error(element.error?.message ?? 'The browser cannot play it.'));
  });
}

/** The analysis of a track; null if there is none, because a track also plays without it. */
const analysisOf = (id: string): Promise<Sound | null> =>
  request(`/api/tracks/${id}/analysis`).then(
    ({ analysis }) => analysis,
    () => null,
  );

const waveformOf = ({ id, loudness }: Track) =>
  loudness === null ? null : requestBytes(`/api/tracks/${id}/peaks`).then(decodePeaks, () => null); // only an analysed track has one
