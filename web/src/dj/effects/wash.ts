import { CHANGE, type Shot, sweep, sweepOf } from './effect';
import { room } from './reverb';

/** Seconds of its room. */
const ROOM = 3;
/** Hz: where the lows end at the full amount. */
const TOP = 2400;

/** Takes the lows away, lets the rest drown in a large room, and gives the sound back at the end. The room rings out. */
export function wash(context: BaseAudioContext): Shot {
  const lows = new BiquadFilterNode(context, { type: 'highpass', frequency: 20, Q: -3 });
  const near = new GainNode(context, { gain: 1 });
  const far = new GainNode(context, { gain: 0 });
  const output = new GainNode(context, { gain: 0 });
  lows.connect(near).connect(output);
  lows.connect(far).connect(room(context, ROOM)).connect(output);
  return {
    input: lows,
    output,
    beside: 0,
    tail: ROOM,
    run: (span, now, share) => {
      sweep(lows.frequency, sweepOf(20, 20 * (TOP / 20) ** share), span, now);
      sweep(near.gain, [1, 1 - 0.4 * share, 1 - 0.8 * share], span, now);
      sweep(far.gain, [0, 0.3 * share, 0.5 * share], span, now);
      if (now <= span.from) output.gain.setTargetAtTime(1, span.from, CHANGE);
    },
  };
}
