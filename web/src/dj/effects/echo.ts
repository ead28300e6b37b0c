import { glide } from '../mixer/glide';
import type { Effect } from './effect';

/** The share of each repetition that is repeated. */
const BACK = 0.5;
/** Seconds: four beats at 40 BPM. */
const MAX_DELAY = 6;
/** Repetitions until one is 60 dB down. */
const REPETITIONS = 10;

/** Repeats the sound every period, each time quieter and narrower. */
export function echo(context: BaseAudioContext, period: number): Effect {
  const time = (seconds: number) => Math.min(MAX_DELAY, seconds);
  const delay = new DelayNode(context, { maxDelayTime: MAX_DELAY, delayTime: time(period) });
  const lows = new BiquadFilterNode(context, { type: 'highpass', frequency: 120, Q: -3 });
  const highs = new BiquadFilterNode(context, { frequency: 6500, Q: -3 });
  const back = new GainNode(context, { gain: BACK });
  lows.connect(highs).connect(delay).connect(back).connect(lows);
  return {
    input: lows,
    output: delay,
    mix: (share) => [1 - 0.4 * share, 0.4 * share], // all repetitions together: at most 0.6 + 0.4 / (1 − BACK) = +3 dB
    tail: REPETITIONS * time(period),
    setPeriod: (seconds) => glide(delay.delayTime, time(seconds), context.currentTime),
  };
}
