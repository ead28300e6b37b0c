import { request } from '@/api/client';
import type { Track } from '@/api/types';
import { withParams } from '@/lib/params';
import { usePrefs } from '@/lib/prefs';
import { type Abilities, addressOf, choose, plays } from '@/player/engine/sound/quality';

let asked: Promise<Abilities> | undefined;

/** The formats that this browser plays and this server converts to; requested once, and again after a failure. */
function abilities(): Promise<Abilities> {
  asked ??= request('/api/stream/formats').then(
    ({ ffmpeg, formats }) => ({ plays: plays(new Audio()), converts: ffmpeg ? formats.map(({ format }) => format) : [] }),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/**
 * The download address of a song in the chosen quality, or the best lossy one if the plan does not include lossless. `keep` tells the
 * service worker not to answer from the downloads, `download` the server that nobody listens meanwhile.
 */
export async function soundUrl(track: Track, lossless = true): Promise<string> {
  const { downloadQuality } = usePrefs.getState();
  const address = addressOf(track.audioUrl, choose(track, downloadQuality, { ...(await abilities()), lossless }));
  return withParams(address, { keep: 1, download: 1 });
}
