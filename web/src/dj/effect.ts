import { glide } from './glide';

export const EFFECTS = ['off', 'echo', 'wash', 'flanger'] as const;
export type EffectKind = (typeof EFFECTS)[number];

/** Nodes between an input and an output. `setBeat` gives those that follow the beat its length in seconds. */
type Unit = { input: AudioNode; output: AudioNode; setBeat?: (seconds: number) => void };

/** Seconds for which an effect that was turned off still sounds. */
const TAIL = 4;

/** An effect that adds to the sound of a deck. */
export class Effect {
  readonly #context: BaseAudioContext;
  readonly #send: GainNode;
  readonly #to: AudioNode;
  #unit: Unit | null = null;
  #beat = 0.5;

  constructor(context: BaseAudioContext, from: AudioNode, to: AudioNode) {
    this.#context = context;
    this.#to = to;
    this.#send = context.createGain();
    this.#send.gain.value = 0;
    from.connect(this.#send);
  }

  /** Changes the kind of effect. The tail of the old one fades out by itself. */
  setKind(kind: EffectKind): void {
    const before = this.#unit;
    this.#send.disconnect();
    if (before) setTimeout(() => before.output.disconnect(), TAIL * 1000);
    this.#unit = kind === 'off' ? null : MAKE[kind](this.#context);
    if (!this.#unit) return;
    this.#send.connect(this.#unit.input);
    this.#unit.output.connect(this.#to);
    this.#unit.setBeat?.(this.#beat);
  }

  /** 0 to 100. */
  setAmount(amount: number): void {
    glide(this.#send.gain, amount / 100, this.#context.currentTime);
  }

  /** The length of a beat in seconds. */
  setBeat(seconds: number): void {
    if (Math.abs(seconds - this.#beat) < 1e-4) return;
    this.#beat = seconds;
    this.#unit?.setBeat?.(seconds);
  }
}

/** Repeats the sound every three quarters of a beat, darker each time. */
function echo(context: BaseAudioContext): Unit {
  const delay = new DelayNode(context, { maxDelayTime: 3 });
  const filter = new BiquadFilterNode(context, { type: 'highpass', frequency: 300 });
  const back = new GainNode(context, { gain: 0.55 });
  filter.connect(delay).connect(back).connect(filter);
  return {
    input: filter,
    output: delay,
    setBeat: (seconds) => glide(delay.delayTime, Math.min(3, seconds * 0.75), context.currentTime),
  };
}

/** The reverberation of a large room, without lows. */
function wash(context: BaseAudioContext): Unit {
  const filter = new BiquadFilterNode(context, { type: 'highpass', frequency: 250 });
  const room = new ConvolverNode(context, { buffer: decay(context, 2.8) });
  filter.connect(room);
  return { input: filter, output: room };
}

function decay(context: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(2, seconds * context.sampleRate, context.sampleRate);
  for (let c = 0; c < 2; c++) {
    const samples = buffer.getChannelData(c);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  }
  return buffer;
}

/** A copy of the sound whose delay sweeps. */
function flanger(context: BaseAudioContext): Unit {
  const delay = new DelayNode(context, { delayTime: 0.004, maxDelayTime: 0.02 });
  const back = new GainNode(context, { gain: 0.6 });
  const sweep = new OscillatorNode(context, { frequency: 0.2 });
  sweep.connect(new GainNode(context, { gain: 0.003 })).connect(delay.delayTime);
  sweep.start();
  delay.connect(back).connect(delay);
  return { input: delay, output: delay };
}

const MAKE = { echo, wash, flanger };
