import { bandGain, channelGain, filterAt, gainOf } from './curves';
import { glide } from './glide';
import { type Band, Isolator } from './isolator';

/** The path of a deck's sound through the mixer: trim → equaliser → filter → (effects) → (headphones) → volume → crossfader → master. */
export class Channel {
  readonly #context: BaseAudioContext;
  /** The input for the deck's sound. */
  readonly input: GainNode;
  /** The sound for the headphones, before the volume fader. */
  readonly cue: GainNode;
  readonly #isolator: Isolator;
  readonly #highpass: BiquadFilterNode;
  readonly #lowpass: BiquadFilterNode;
  readonly #volume: GainNode;
  readonly #fade: GainNode;
  readonly meter: AnalyserNode;

  constructor(context: BaseAudioContext, master: AudioNode, headphones: AudioNode) {
    this.#context = context;
    this.input = context.createGain();
    this.#isolator = new Isolator(context);
    this.#highpass = context.createBiquadFilter();
    this.#highpass.type = 'highpass';
    this.#lowpass = context.createBiquadFilter();
    this.#volume = context.createGain();
    this.#fade = context.createGain();
    this.cue = context.createGain();
    this.cue.gain.value = 0;
    this.meter = context.createAnalyser();
    this.meter.fftSize = 1024;
    this.input.connect(this.#isolator.input);
    this.#isolator.output.connect(this.#highpass).connect(this.#lowpass).connect(this.#volume).connect(this.#fade).connect(master);
    this.#lowpass.connect(this.cue).connect(headphones);
    this.#volume.connect(this.meter);
    const open = filterAt(50);
    this.#highpass.frequency.value = open.highpass;
    this.#lowpass.frequency.value = open.lowpass;
  }

  /** Puts effects between the filter and the volume fader; the headphones hear them, too. */
  insert(from: AudioNode, to: AudioNode): void {
    this.#lowpass.disconnect();
    this.#lowpass.connect(from);
    to.connect(this.#volume);
    to.connect(this.cue);
  }

  /** dB. */
  setTrim(decibels: number): void {
    this.#set(this.input.gain, gainOf(decibels));
  }

  setBand(band: Band, position: number): void {
    this.#set(this.#isolator.gains[band], bandGain(position));
  }

  setFilter(position: number): void {
    const { highpass, lowpass } = filterAt(position);
    this.#set(this.#highpass.frequency, highpass);
    this.#set(this.#lowpass.frequency, lowpass);
  }

  setVolume(position: number): void {
    this.#set(this.#volume.gain, channelGain(position));
  }

  /** The gain of the crossfader. */
  setFade(gain: number): void {
    this.#set(this.#fade.gain, gain);
  }

  /** Whether the headphones hear this deck. */
  setCue(on: boolean): void {
    this.#set(this.cue.gain, on ? 1 : 0);
  }

  #set(param: AudioParam, value: number) {
    glide(param, value, this.#context.currentTime);
  }
}
