import { request } from '@/api/client';
import type { Track } from '@/api/types';
import type { DeckTrack } from '../deck/track';
import { type Fit, fitOf } from './match';

/** The reach of the tempo, as a share, and the most tracks of one question. */
const NEAR = 0.08;
const LIMIT = 300;
const NEWEST = 100;
const ALIKE = 100;

/** The longest song, in seconds, as the server's automixes have it. What is longer is a set, published as a mix or not. */
const LONGEST = 15 * 60;

/** The loudness of a track in which nothing is heard, in LUFS. */
const SILENCE = -70;

/** Whether the desk may choose or suggest a track by itself. A person may load any. */
export const isSong = ({ duration, loudness }: Pick<Track, 'duration' | 'loudness'>) =>
  duration <= LONGEST && (loudness === null || loudness > SILENCE);

export type Leader = Pick<DeckTrack, 'id' | 'bpm' | 'camelot' | 'energy'>;
type Question = { bpmMin?: number; bpmMax?: number; compatible?: string; limit: number; sort?: '-added' };

/** What to ask the library for, to compare with a track: its tempo, half and double, first with keys that fit, and what is new. */
export function questions({ bpm, camelot }: Leader): Question[] {
  const newest: Question = { limit: NEWEST, sort: '-added' }; // nothing else is found in a library that was not analysed
  if (!bpm) return camelot ? [{ compatible: camelot, limit: LIMIT }, newest] : [newest];
  const bands = [1, 2, 0.5].map((fold) => ({
    bpmMin: Math.floor(bpm * fold * (1 - NEAR)),
    bpmMax: Math.ceil(bpm * fold * (1 + NEAR)),
    limit: LIMIT,
  }));
  const inKey = camelot ? bands.map((band) => ({ ...band, compatible: camelot })) : [];
  return [...inKey, ...(camelot ? bands.slice(0, 1) : bands), newest];
}

export type Ranked = { track: Track; fit: Fit };

/** Songs from the best to the worst match for a leader. `alike` are the tracks that sound like it, the most similar first. */
export function ranked(leader: Leader, lists: readonly (readonly Track[])[], alike: readonly Track[], range?: number): Ranked[] {
  const likeness = new Map(alike.map(({ id }, i) => [id, 1 - i / ALIKE]));
  const all = new Map([...lists.flat(), ...alike].map((track) => [track.id, track]));
  return [...all.values()]
    .filter((track) => track.id !== leader.id && !track.isMissing && isSong(track))
    .map((track) => ({ track, fit: fitOf(leader, track, alike.length > 0 ? (likeness.get(track.id) ?? 0) : null, range) }))
    .sort((a, b) => b.fit.score - a.fit.score);
}

/** The tracks of the library that go with a leader, the best first. Rejects if the library cannot be asked. */
export async function candidates(leader: Leader): Promise<Ranked[]> {
  const asked = questions(leader).map((query) => request('/api/tracks', { query: { ...query, withoutMixes: true } }));
  const alike = leader.id ? request(`/api/tracks/${leader.id}/similar`, { query: { limit: ALIKE } }).catch(() => []) : [];
  return ranked(leader, await Promise.all(asked), await alike);
}
