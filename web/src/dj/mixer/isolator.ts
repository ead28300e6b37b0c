/** The three bands of an equaliser. */
export type Band = 'low' | 'mid' | 'high';

/** Where the bands meet, in Hz. */
const LOW = 250;
const HIGH = 2500;
/** The quality of the two sections of a Butterworth filter of order four. Two such filters are a Linkwitz-Riley of order eight. */
const SECTIONS = [0.541196, 1.306563] as const;

/**
 * Splits sound into three bands at 48 dB an octave; their sum at gain 1 has a flat response. A band at gain 0 is silent: more than
 * 60 dB down, an octave and a quarter inside it.
 */
export class Isolator {
  readonly input: GainNode;
  readonly output: GainNode;
  readonly gains: Record<Band, AudioParam>;

  constructor(context: BaseAudioContext) {
    this.input = context.createGain();
    this.output = context.createGain();
    const [low, mid, high] = [context.createGain(), context.createGain(), context.createGain()];
    this.gains = { low: low.gain, mid: mid.gain, high: high.gain };
    const rest = crossover(context, 'highpass', LOW);
    join(this.input, ...crossover(context, 'lowpass', LOW), ...turned(context, HIGH), low, this.output);
    join(this.input, ...rest, ...crossover(context, 'lowpass', HIGH), mid, this.output);
    join(rest.at(-1) as AudioNode, ...crossover(context, 'highpass', HIGH), high, this.output);
  }
}

function join(...nodes: AudioNode[]) {
  nodes.reduce((from, to) => from.connect(to));
}

const crossover = (context: BaseAudioContext, type: 'lowpass' | 'highpass', hertz: number) =>
  [...SECTIONS, ...SECTIONS].map((quality) => section(context, type, hertz, 20 * Math.log10(quality))); // for these types, Q is in dB

/** Turns the phase in the same way as the crossover that the other bands pass. */
const turned = (context: BaseAudioContext, hertz: number) => SECTIONS.map((quality) => section(context, 'allpass', hertz, quality));

function section(context: BaseAudioContext, type: BiquadFilterType, hertz: number, quality: number) {
  const filter = context.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = hertz;
  filter.Q.value = quality;
  return filter;
}
