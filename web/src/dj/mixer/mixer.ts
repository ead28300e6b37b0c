import { ceiling } from './ceiling';
import { Channel } from './channel';
import { type Curve, crossfade, masterGain, plainGain, type Side, sideGain, voiceGain } from './curves';
import { glide } from './glide';

/** Time constants in seconds with which the music falls under a voice and rises again. */
const [FALL, RISE] = [0.04, 0.25] as const;

/** Where the headphones are: nowhere, on the right side of the only output, or on a separate output. */
export type Headphones = { kind: 'off' } | { kind: 'split' } | { kind: 'output'; deviceId: string };

/**
 * Decks into a master with a limiter, and into headphones. Each deck is on a side of the crossfader, or past it. A voice joins the
 * master after the speakers have branched off.
 */
export class Mixer {
  readonly context: BaseAudioContext;
  readonly channels: readonly Channel[];
  /** The sound that is recorded, on air and metered. */
  readonly out: GainNode;
  readonly meter: AnalyserNode;
  /** The input for a microphone. */
  readonly voice: GainNode;
  readonly voiceMeter: AnalyserNode;
  /** The music, quieter while somebody speaks. */
  readonly #duck: GainNode;
  readonly #master: GainNode;
  readonly #headphones: GainNode;
  readonly #speakers: GainNode;
  /** What the headphones play: the decks that are cued, and the master. */
  readonly #cueShare: AudioParam;
  readonly #masterShare: GainNode;
  #disconnectHeadphones = () => {};
  #headphoneChoice: Headphones = { kind: 'off' };
  #ducked = 1;
  readonly #sides = new Map<Channel, Side>();
  #gains: [left: number, right: number] = [1, 1];

  constructor(context: BaseAudioContext, decks: number) {
    this.context = context;
    this.#master = context.createGain();
    this.#headphones = context.createGain();
    this.#duck = context.createGain();
    this.#master.connect(this.#duck);
    this.voice = context.createGain();
    this.voiceMeter = context.createAnalyser();
    this.voiceMeter.fftSize = 1024;
    this.voice.connect(this.voiceMeter);
    const [into, out] = ceiling(context);
    this.out = context.createGain();
    out.connect(this.out);
    this.#duck.connect(into);
    this.voice.connect(into);
    this.meter = context.createAnalyser();
    this.meter.fftSize = 1024;
    this.out.connect(this.meter);
    this.#speakers = context.createGain();
    const [music, heard] = ceiling(context);
    this.#duck.connect(music);
    heard.connect(this.#speakers).connect(context.destination);
    const cue = context.createGain();
    this.#cueShare = cue.gain;
    this.#masterShare = context.createGain();
    this.#masterShare.gain.value = 0;
    cue.connect(this.#headphones);
    this.#speakers.connect(this.#masterShare).connect(this.#headphones);
    this.channels = Array.from({ length: decks }, () => new Channel(context, this.#master, cue));
  }

  setMaster(position: number): void {
    glide(this.#master.gain, masterGain(position), this.context.currentTime);
  }

  setCrossfader(position: number, curve: Curve): void {
    this.#gains = crossfade(position, curve);
    for (const [channel, side] of this.#sides) channel.setFade(sideGain(side, this.#gains));
  }

  setSide(channel: Channel, side: Side): void {
    this.#sides.set(channel, side);
    channel.setFade(sideGain(side, this.#gains));
  }

  /** The gain of the music under a voice: 1 without one. */
  setDucked(gain: number): void {
    if (gain === this.#ducked) return;
    this.#ducked = gain;
    this.#duck.gain.setTargetAtTime(gain, this.context.currentTime, gain < 1 ? FALL : RISE);
  }

  /** The level of a microphone, 0 to 100. */
  setVoice(position: number): void {
    glide(this.voice.gain, voiceGain(position), this.context.currentTime);
  }

  setHeadphoneLevel(position: number): void {
    glide(this.#headphones.gain, plainGain(position), this.context.currentTime);
  }

  /** What the headphones play: 0 only the decks that are cued, 100 only the master. */
  setCueMix(position: number): void {
    const [cue, master] = crossfade(position, 'power');
    glide(this.#cueShare, cue, this.context.currentTime);
    glide(this.#masterShare.gain, master, this.context.currentTime);
  }

  /**
   * Sets the headphones. Rejects if the browser does not allow that output. Outputs may take seconds to open: returns false, and leaves
   * the output closed, if there was another choice meanwhile.
   */
  async setHeadphones(choice: Headphones): Promise<boolean> {
    this.#headphoneChoice = choice;
    this.#disconnectHeadphones();
    this.#disconnectHeadphones = choice.kind === 'split' ? this.#split() : () => {};
    if (choice.kind !== 'output') return true;
    const isStill = () => this.#headphoneChoice === choice;
    try {
      const stop = await this.#sendTo(choice.deviceId);
      if (isStill()) this.#disconnectHeadphones = stop;
      else stop();
    } catch (error) {
      if (isStill()) throw error;
    }
    return isStill();
  }

  /** Plays the master on the left side and the headphones on the right, both in mono. Returns a function that ends this. */
  #split(): () => void {
    const merger = this.context.createChannelMerger(2);
    const [left, right] = [mono(this.context), mono(this.context)];
    this.#speakers.disconnect(this.context.destination);
    this.#speakers.connect(left).connect(merger, 0, 0);
    this.#headphones.connect(right).connect(merger, 0, 1);
    merger.connect(this.context.destination);
    return () => {
      merger.disconnect();
      this.#headphones.disconnect(right);
      this.#speakers.disconnect(left);
      this.#speakers.connect(this.context.destination);
    };
  }

  async #sendTo(deviceId: string): Promise<() => void> {
    const stream = new MediaStreamAudioDestinationNode(this.context as AudioContext);
    this.#headphones.connect(stream);
    const element = new Audio();
    element.srcObject = stream.stream;
    const stop = () => {
      element.pause();
      this.#headphones.disconnect(stream);
    };
    try {
      await element.setSinkId(deviceId);
      await element.play();
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }
}

function mono(context: BaseAudioContext): GainNode {
  const node = context.createGain();
  node.channelCount = 1;
  node.channelCountMode = 'explicit';
  return node;
}

/** The level of a meter in dBFS, at least −60. */
export function levelOf(meter: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
  meter.getFloatTimeDomainData(samples);
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.max(-60, 20 * Math.log10(peak));
}
