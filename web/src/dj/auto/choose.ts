import { request } from '@/api/client';
import type { Track } from '@/api/types';
import { candidates, isSong, type Ranked, ranked } from '../choose/candidates';
import { fitOf } from '../choose/match';
import type { Prepared } from '../choose/prepared';
import { fromLibrary } from '../deck/loading';
import type { DeckTrack } from '../deck/track';
import type { Choice, Choose } from './auto-mix';

/** The shortest track to choose, in seconds: enough for a transition at both ends. A prepared one may be as short as an echo and the next load take. */
const SHORTEST = 60;
export const SHORTEST_PREPARED = 10;
const LIMIT = 1000;

/** Whether a track that somebody prepared can be brought in and out. */
export const isMixable = ({ duration }: Pick<Track, 'duration'>) => duration >= SHORTEST_PREPARED;

const choiceOf = (track: Track, from: Choice['from']): Choice => ({ id: track.id, title: track.title, from, load: fromLibrary(track) });

/**
 * Chooses from the prepare list first, then from a crate, or from the whole library if `crate` returns ''. While the server does not respond,
 * it chooses from what it answered last, and ranks that anew.
 */
export function chooser(prepared: Prepared, crate: () => string): Choose {
  let known: Ranked[] = [];
  return async (leader, { played, failed }) => {
    const first = prepared.get().tracks.find((track) => isMixable(track) && !failed.has(track.id) && track.id !== leader?.id);
    if (first) return choiceOf(first, 'prepared');
    const id = crate();
    const fits = ({ track }: Ranked) => !played.has(track.id) && !failed.has(track.id) && track.duration >= SHORTEST;
    try {
      known = await (id ? inCrate(id, leader) : inLibrary(leader));
    } catch (error) {
      if (!known.some(fits)) throw error;
      if (leader) known = ranked(leader, [known.map(({ track }) => track)], []);
    }
    const best = known.find(fits);
    return best ? choiceOf(best.track, id ? 'crate' : 'library') : null;
  };
}

const NO_LEADER = { id: null, bpm: null, camelot: '', energy: null };

async function inCrate(id: string, leader: DeckTrack | null): Promise<Ranked[]> {
  const tracks = await request(`/api/playlists/${id}/tracks`, { query: { limit: LIMIT } });
  return leader ? ranked(leader, [tracks], []) : tracks.filter(isSong).map((track) => ({ track, fit: fitOf(NO_LEADER, track) }));
}

const inLibrary = (leader: DeckTrack | null): Promise<Ranked[]> => candidates(leader ?? NO_LEADER);
