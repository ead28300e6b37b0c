import type { Shot, Span } from './effect';

/** Seconds of sound that a tape holds. */
const LENGTH = 10;
const POINTS = 512;
/** Seconds in which the sound changes over to the tape. */
const CHANGE = 0.005;
/** The share of the time after which the sound fades out: a record that nearly stands still only rumbles. */
const FADE_FROM = 0.85;

type SpeedAt = (share: number, amount: number) => number;

/** A tape that is played at a changing speed: `speedAt` gives it for shares of the time and an amount; 1 is the speed at which it was recorded. */
export function tape(context: BaseAudioContext, speedAt: SpeedAt): Shot {
  const delay = new DelayNode(context, { maxDelayTime: LENGTH });
  const output = new GainNode(context, { gain: 0 });
  delay.connect(output);
  const run = ({ from, to }: Span, _now: number, amount: number) => {
    const seconds = to - from;
    delay.delayTime.setValueCurveAtTime(
      behind((share) => speedAt(share, amount), seconds),
      from,
      seconds,
    );
    output.gain.setValueAtTime(0, from);
    output.gain.linearRampToValueAtTime(1, from + CHANGE);
    output.gain.setValueAtTime(1, from + seconds * FADE_FROM);
    output.gain.linearRampToValueAtTime(0, to);
  };
  return { input: delay, output, beside: 0, tail: 0, run };
}

/** How far the tape is behind, in seconds, after each share of the time. */
function behind(speedAt: (share: number) => number, seconds: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(POINTS);
  for (let i = 1; i < POINTS; i++) {
    const speed = speedAt((i - 0.5) / (POINTS - 1));
    values[i] = Math.max(0, Math.min(LENGTH, (values[i - 1] ?? 0) + ((1 - speed) * seconds) / (POINTS - 1)));
  }
  return values;
}
