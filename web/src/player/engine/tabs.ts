import type { Clock } from '@/audio/clock';
import type { PlayerEngine } from './engine';

/** The part of BroadcastChannel that is used. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null };

type Claim = { id: string; at: number };

/** Lets only one tab play: a tab that starts pauses the others. Returns a function that stops this. */
export function claimSound(engine: PlayerEngine, channel: Channel, clock: Clock, id: string): () => void {
  let claim: Claim = { id, at: 0 };
  let wasPlaying = false;

  const unsubscribe = engine.on('change', ({ isPlaying }) => {
    if (isPlaying && !wasPlaying) {
      claim = { id, at: clock.now() };
      channel.postMessage(claim);
    }
    wasPlaying = isPlaying;
  });
  channel.onmessage = ({ data }: MessageEvent<Claim>) => {
    if (isLater(data, claim)) engine.pause();
  };
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** Of two tabs that start at the same moment exactly one continues. */
const isLater = (a: Claim, b: Claim) => a.at > b.at || (a.at === b.at && a.id > b.id);
