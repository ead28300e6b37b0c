import type { Grid } from '../beat/grid';
import type { ToHear } from './beats';

type Decoded = Pick<AudioBuffer, 'length' | 'sampleRate' | 'numberOfChannels' | 'getChannelData'>;

/** Samples that become one: of 48 kHz, 12 kHz are left, which is enough for beats. */
const FOLD = 4;
/** Samples between pauses, so that the page stays responsive. */
const PIECE = 200_000;

/** Finds the beats of a decoded sound, away from the page; null without a steady beat. Rejects if the signal ends it or it fails. */
export async function hearBeats(sound: Decoded, signal: AbortSignal): Promise<Grid | null> {
  const samples = await folded(sound, signal);
  const worker = new Worker(new URL('./hear.worker.ts', import.meta.url), { type: 'module' });
  const heard = new Promise<Grid | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Grid | null>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  worker.postMessage({ samples, rate: sound.sampleRate / FOLD } satisfies ToHear, [samples.buffer]);
  return heard.finally(() => worker.terminate());
}

/** All channels as one, at a fourth of the rate. */
export async function folded(sound: Decoded, signal: AbortSignal): Promise<Float32Array<ArrayBuffer>> {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, c) => sound.getChannelData(c));
  const out = new Float32Array(Math.floor(sound.length / FOLD));
  const share = 1 / (FOLD * channels.length);
  for (let from = 0; from < out.length; from += PIECE) {
    signal.throwIfAborted();
    for (const samples of channels)
      for (let i = from; i < Math.min(out.length, from + PIECE); i++) {
        let sum = 0;
        for (let k = FOLD * i; k < FOLD * (i + 1); k++) sum += samples[k] as number;
        out[i] = (out[i] as number) + share * sum;
      }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return out;
}
