import { type Effect, swing } from './effect';

/** Pairs of notches. */
const PAIRS = 3;

/** Adds a copy with turned phases: notches that swing over four octaves once a period. */
export function phaser(context: BaseAudioContext, period: number): Effect {
  const filters = Array.from({ length: PAIRS * 2 }, () => new BiquadFilterNode(context, { type: 'allpass', frequency: 900, Q: 0.6 }));
  const [first, ...others] = filters as [BiquadFilterNode, ...BiquadFilterNode[]];
  const last = others.reduce((from, to) => from.connect(to) as BiquadFilterNode, first);
  const wave = swing(
    context,
    period,
    2400,
    filters.map(({ detune }) => detune),
  );
  return { input: first, output: last, mix: (share) => [1 - 0.5 * share, 0.5 * share], tail: 0.2, ...wave };
}
