import { request } from '@/api/client';
import type { Track } from '@/api/types';
import type { PlayerEngine } from '@/player/engine/engine';

const SEEDS = 10; // songs that the next ones should resemble
const PLAYED = 200; // recent songs that do not repeat
const AT_ONCE = 10;

type More = (ask: { seeds: string[]; played: string[]; limit: number }) => Promise<readonly Track[]>;

const askServer: More = (ask) => request('/api/mix/endless', { method: 'POST', body: ask });

/** While the last item of the queue plays, finds songs similar to those played and appends them. Returns a function that stops it. */
export function keepPlaying(engine: PlayerEngine, more: More = askServer): () => void {
  const played: string[] = [];
  let asked: string | undefined; // the uid of the item of the last request

  const check = async () => {
    const { current, queue, isPlaying, holds } = engine.snapshot();
    if (!current || !isPlaying || holds || current.details.live || current.details.podcastId || current.details.mix) return;
    if (played.at(-1) !== current.track.id) played.push(current.track.id);
    if (asked === current.uid || queue.next() !== null || queue.repeat !== 'off') return;
    asked = current.uid;
    const tracks = await more({ seeds: played.slice(-SEEDS), played: played.slice(-PLAYED), limit: AT_ONCE }).catch(() => []);
    // The listener may have chosen something else in the meantime.
    if (engine.snapshot().current?.uid === current.uid && tracks.length > 0)
      engine.addToQueue(tracks.map((track) => ({ ...track, endless: true })));
  };
  return engine.on('change', () => void check());
}
