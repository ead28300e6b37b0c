import { type Effect, swing } from './effect';

/** Adds a copy whose delay swings between 1 and 7 ms once a period. */
export function flanger(context: BaseAudioContext, period: number): Effect {
  const delay = new DelayNode(context, { delayTime: 0.004, maxDelayTime: 0.02 });
  const back = new GainNode(context, { gain: 0.4 });
  const wave = swing(context, period, 0.003, [delay.delayTime]);
  delay.connect(back).connect(delay);
  // In phase they add up to 0.5 + 0.54 / (1 − 0.4) = +3 dB; against each other 19 dB are left out.
  return { input: delay, output: delay, mix: (share) => [1 - 0.5 * share, 0.54 * share], tail: 0.2, ...wave };
}
