import { limiter } from '@/audio/graph';

/** dBFS: where the limiter begins, and what no sample exceeds. */
const [LIMIT, CEILING] = [-2, -1] as const;

/** A limiter, and behind it a clipper for what the limiter lets through, which is little. Returns its input and output. */
export function ceiling(context: BaseAudioContext): [from: AudioNode, to: AudioNode] {
  const [from, limited] = limiter(context, LIMIT);
  const most = 10 ** (CEILING / 20);
  // The shaper clips what is beyond ±1, and leaves the rest as it is.
  const clipper = new WaveShaperNode(context, { curve: Float32Array.of(-most, most) });
  limited.connect(new GainNode(context, { gain: 1 / most })).connect(clipper);
  return [from, clipper];
}
