import { glide } from '../mixer/glide';

/** An effect that sounds for as long as it is on. */
export type Effect = {
  input: AudioNode;
  output: AudioNode;
  /** The gains of the sound beside the effect and of the sound into it, for an amount from 0 to 1. */
  mix: (share: number) => [beside: number, into: number];
  setAmount?: (share: number) => void;
  /** Seconds for which it still sounds without input. */
  tail: number;
  /** Follows the tempo: the new period, and the time of a beat. An effect without this is made anew for another period. */
  setPeriod?: (seconds: number, beatAt: number) => void;
  close?: () => void;
};
/** Makes an effect with a period in seconds. `beatAt` is the time of a beat on the audio clock. */
export type Make = (context: BaseAudioContext, period: number, beatAt: number) => Effect;

/** From one time of the audio clock to another. */
export type Span = { from: number; to: number };

/** An effect that runs once, and ends by itself. */
export type Shot = {
  input: AudioNode;
  output: AudioNode;
  /** The gain of the sound beside it while it runs. */
  beside: 0 | 1;
  tail: number;
  /** Runs from now on as in that span, which may have begun before, with an amount from 0 to 1. */
  run: (span: Span, now: number, share: number) => void;
  close?: () => void;
};
export type MakeShot = (context: BaseAudioContext) => Shot;

/** The time constant in seconds with which an effect that runs once takes the place of the sound. */
export const CHANGE = 0.002;

/** Beside and into of an effect that replaces the sound. */
export const replacing = (share: number): [number, number] => [1 - share, share];

/** How far a span is at a time, 0 to 1. */
export const progress = ({ from, to }: Span, now: number) => Math.max(0, Math.min(1, (now - from) / (to - from)));

/** The span that is as far at `now`, and ends at another time. */
export function retimed(span: Span, to: number, now: number): Span {
  const done = progress(span, now);
  if (now <= span.from) return { from: to - (span.to - span.from), to };
  return done >= 1 ? span : { from: (now - done * to) / (1 - done), to };
}

/** The value at a share of the way along values in equal steps. */
export function along(values: readonly number[], share: number): number {
  const at = share * (values.length - 1);
  const [low, high] = [values[Math.floor(at)] ?? 0, values[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

/** Moves a parameter along values in equal steps over a span, from `now` on. */
export function sweep(param: AudioParam, values: readonly number[], span: Span, now: number): void {
  const begin = Math.max(now, span.from);
  param.cancelScheduledValues(now);
  if (begin > now) param.setValueAtTime(values[0] ?? 0, now);
  param.setValueAtTime(along(values, progress(span, begin)), begin);
  values.forEach((value, i) => {
    const at = span.from + (i / (values.length - 1)) * (span.to - span.from);
    if (at > begin) param.linearRampToValueAtTime(value, at);
  });
}

/** Steps between two frequencies that sound equally large. */
export const sweepOf = (from: number, to: number): number[] =>
  Array.from({ length: STEPS + 1 }, (_, i) => from * (to / from) ** (i / STEPS));
const STEPS = 32;

/** An oscillator with a period that follows the beat. Its first swing begins at once. */
export function swing(context: BaseAudioContext, period: number, depth: number, param: AudioParam[]) {
  const wave = new OscillatorNode(context, { frequency: 1 / period });
  const gain = new GainNode(context, { gain: depth });
  wave.connect(gain);
  for (const target of param) gain.connect(target);
  wave.start();
  return {
    setPeriod: (seconds: number) => glide(wave.frequency, 1 / seconds, context.currentTime),
    close: () => wave.stop(),
  };
}

/** The same noise at every call: samples between −1 and 1. */
export function noise(length: number, seed: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0; // Numerical Recipes
    samples[i] = state / 2 ** 31;
  }
  return samples;
}
