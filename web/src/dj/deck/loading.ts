import { decodePeaks, type Sound } from '@/api/analysis';
import { request, requestBytes } from '@/api/client';
import { ApiError } from '@/api/error';
import type { Track } from '@/api/types';
import { seedOf } from '@/lib/art';
import { gridOf } from '../beat/grid';
import type { Load } from '../desk';
import { hearBeats } from '../hear/hear';
import { peaksOf } from '../wave/peaks-of';
import { NotLoaded, soundOf, soundOfFile, troubleOf } from './sound-of';
import { type DeckTrack, unknown } from './track';

/** Loads a track of the library: its sound, and what the server knows about it. */
export const fromLibrary =
  (track: Track): Load =>
  async (context, into, signal) => {
    const [loaded, analysis, peaks] = await Promise.all([
      soundOf(track, context, into, signal),
      analysisOf(track.id, signal),
      waveformOf(track, signal),
    ]);
    return {
      ...loaded,
      track: { ...described(track), ...known(analysis), duration: (!loaded.rest && loaded.sound.duration) || track.duration, peaks },
    };
  };

/** Loads a track of the library of which only the ID is known. */
export const fromId =
  (id: string): Load =>
  async (context, into, signal) => {
    const track = await request(`/api/tracks/${id}`, { signal }).catch((error: Error) => {
      throw new NotLoaded(error instanceof ApiError ? troubleOf(error.status) : 'network', error.message);
    });
    return fromLibrary(track)(context, into, signal);
  };

/** Loads a file of this device. Its beats are found in the browser, unless it is too long to be decoded. */
export const fromFile =
  (file: File): Load =>
  async (context, into, signal) => {
    const [sound, buffer] = await soundOfFile(file, context, into, signal);
    const title = file.name.replace(/\.[^.]+$/, '');
    const track = { ...unknown(title), duration: sound.duration, peaks: buffer && (await peaksOf(buffer)) };
    return { sound, track, ...(buffer && { beats: () => hearBeats(buffer, signal) }) };
  };

const described = (track: Track): DeckTrack => ({
  ...unknown(track.title),
  id: track.id,
  library: track,
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

/** The analysis of a track; null if there is none, because a track also plays without it. */
const analysisOf = (id: string, signal: AbortSignal): Promise<Sound | null> =>
  request(`/api/tracks/${id}/analysis`, { signal }).then(
    ({ analysis }) => analysis,
    () => null,
  );

const waveformOf = ({ id, loudness }: Track, signal: AbortSignal) =>
  loudness === null ? null : requestBytes(`/api/tracks/${id}/peaks`, { signal }).then(decodePeaks, () => null); // only an analysed track has one
