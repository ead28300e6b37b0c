import { type Effect, replacing } from './effect';

const POINTS = 4097;
/** Bits at the lowest and the highest amount. */
const [FINE, COARSE] = [9, 4] as const;

/** Sound with few bits. */
export function crush(context: BaseAudioContext): Effect {
  const steps = new WaveShaperNode(context);
  const setAmount = (share: number) => {
    steps.curve = stairs(2 ** (FINE - (FINE - COARSE) * share - 1));
  };
  setAmount(0);
  return { input: steps, output: steps, mix: (share) => replacing(Math.min(1, 2 * share)), tail: 0, setAmount };
}

/** Steps towards zero: never louder than the sound itself, and silence stays silence. */
const stairs = (levels: number) =>
  Float32Array.from({ length: POINTS }, (_, i) => Math.trunc(((2 * i) / (POINTS - 1) - 1) * levels) / levels);
