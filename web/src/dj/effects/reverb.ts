import { type Effect, noise } from './effect';

/** A room in which sound takes a period to die away. */
export function reverb(context: BaseAudioContext, period: number): Effect {
  const lows = new BiquadFilterNode(context, { type: 'highpass', frequency: 200, Q: -3 });
  const space = room(context, period);
  lows.connect(space);
  return { input: lows, output: space, mix: (share) => [1 - 0.4 * share, 1.1 * share], tail: period };
}

/** A convolver with noise that dies away, different on both sides. */
export function room(context: BaseAudioContext, seconds: number): ConvolverNode {
  const length = Math.ceil(Math.max(0.1, seconds) * context.sampleRate);
  const buffer = context.createBuffer(2, length, context.sampleRate);
  for (const side of [0, 1]) {
    const samples = noise(length, side + 1).map((sample, i) => sample * (1 - i / length) ** 3);
    buffer.copyToChannel(samples, side);
  }
  return new ConvolverNode(context, { buffer });
}
