import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { request } from '@/api/client';
import { GENERATIONS, generationQuery, keepGeneration } from '@/api/generation';
import type { AutomixPair, Generation } from '@/api/types';
import type { BufferSound } from '@/dj/deck/deck-sound';
import { fromId } from '@/dj/deck/loading';
import { soundOf } from '@/dj/deck/sound-of';
import { type DeckTrack, unknown } from '@/dj/deck/track';
import type { Load } from '@/dj/desk';
import { peaksOf } from '@/dj/wave/peaks-of';
import { t } from '@/i18n/desk';
import { seedOf } from '@/lib/art';

/** What the composer is asked for. */
export type Wanted = NonNullable<AutomixPair['decks'][number]['wanted']>;

/** ms between questions about a piece that is being made, in case an event is missed. */
const POLL = 500;

/**
 * Orders a piece from the composer and loads it as soon as it can be heard, with the beats of its plan. The deck plays while the piece
 * grows; when it is finished, the deck knows its track.
 */
export const fromComposer =
  (client: QueryClient, wanted: Wanted): Load =>
  async (context, into, signal) => {
    const body = { prompt: wanted.prompt, duration: wanted.duration, provider: 'built-in' };
    const ordered = await request(GENERATIONS, { method: 'POST', body, signal });
    keepGeneration(client, ordered);
    const { id } = ordered;
    const music = await when(client, id, ({ audioUrl }) => audioUrl !== null, signal);
    if (music.trackId !== null) return fromId(music.trackId)(context, into, signal);
    const loaded = await soundOf({ audioUrl: music.audioUrl ?? '', duration: music.duration }, context, into, signal);
    return {
      ...loaded,
      track: { ...planned(music, wanted), ...(await drawn(loaded.sound as BufferSound)) },
      news: async (sound) => {
        const known = await drawn(sound as BufferSound);
        return (sound as BufferSound).isWhole ? { ...known, ...(await finished(client, id, signal)) } : known;
      },
    };
  };

/** What a deck needs to know of a piece that grows. It begins with a beat that begins a bar. */
function planned({ title, bpm, duration, plan }: Generation, { key, camelot }: Wanted): DeckTrack {
  const grid = bpm === null ? null : { runs: [{ first: 0, start: 0, bpm }], downbeat: 0, meter: Number(plan?.beats) || 4 };
  return { ...unknown(title), duration, bpm, key, camelot, grid };
}

const drawn = async ({ buffer }: BufferSound): Promise<Partial<DeckTrack>> => ({ peaks: await peaksOf(buffer) });

/** What the library says of a piece once it is finished. */
async function finished(client: QueryClient, id: string, signal: AbortSignal): Promise<Partial<DeckTrack>> {
  const { trackId } = await when(client, id, (music) => music.trackId !== null, signal);
  if (trackId === null) return {};
  const track = await request(`/api/tracks/${trackId}`, { signal });
  return { id: track.id, library: track, artist: track.artist, coverUrl: track.coverImageUrl, seed: seedOf(track) };
}

/** Waits until something is true of a piece that is being made. Rejects if that will not come. */
function when(client: QueryClient, id: string, isTrue: (music: Generation) => boolean, signal: AbortSignal): Promise<Generation> {
  const observer = new QueryObserver(client, { ...generationQuery(id), refetchInterval: POLL });
  let stop = () => {};
  return new Promise<Generation>((resolve, reject) => {
    const look = ({ data, error }: { data: Generation | undefined; error: Error | null }) => {
      if (error) reject(error);
      else if (data && isTrue(data)) resolve(data);
      else if (data?.state === 'failed' || data?.state === 'cancelled') reject(new Error(data.reason || t('desk.ai.stopped')));
    };
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    stop = observer.subscribe(look);
    look(observer.getCurrentResult());
  }).finally(() => stop());
}
