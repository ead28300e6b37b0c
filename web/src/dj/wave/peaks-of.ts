import type { Peaks } from '@/api/analysis';

const PER_SECOND = 100;
/** Where the bands of a waveform meet, in Hz. */
const [LOW, HIGH] = [200, 2000];
/** Points between pauses, so that the page stays responsive. */
const PIECE = 2000;

/** The waveform of sound that the server has not analysed, in the format of the server. */
export async function peaksOf(buffer: Pick<AudioBuffer, 'length' | 'sampleRate' | 'getChannelData'>): Promise<Peaks> {
  const [samples, step] = [buffer.getChannelData(0), buffer.sampleRate / PER_SECOND];
  const n = Math.ceil(buffer.length / step);
  const [low, mid, high] = [new Uint8Array(n), new Uint8Array(n), new Uint8Array(n)];
  const [a, b] = [LOW, HIGH].map((hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / buffer.sampleRate)) as [number, number];
  let [slow, quick] = [0, 0];
  for (let point = 0; point < n; point++) {
    let [l, m, h] = [0, 0, 0];
    const end = Math.min(buffer.length, Math.floor((point + 1) * step));
    for (let i = Math.floor(point * step); i < end; i++) {
      const sample = samples[i] as number;
      slow += a * (sample - slow);
      quick += b * (sample - quick);
      l = Math.max(l, Math.abs(slow));
      m = Math.max(m, Math.abs(quick - slow));
      h = Math.max(h, Math.abs(sample - quick));
    }
    low[point] = Math.min(255, l * 255);
    mid[point] = Math.min(255, m * 255);
    high[point] = Math.min(255, h * 255);
    if (point % PIECE === PIECE - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  return { perSecond: PER_SECOND, low, mid, high };
}
