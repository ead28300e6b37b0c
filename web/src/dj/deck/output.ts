import { type DeckSound, FADE } from './deck-sound';
import type { KeyLock } from './key-lock';
import { type Loop, wrapped } from './loop';

/** The time constant of fades between the paths of the sound. */
const SOON = FADE / 3;

/**
 * Plays the sound of a deck, through a stretcher if its key is locked or shifted. The stretcher delays what it hears: until it is heard
 * itself, a twin of the sound plays around it, so that every start and jump is heard at once.
 */
export class Output {
  /** The node that sounds play into. */
  readonly input: GainNode;
  readonly #dry: GainNode;
  readonly #wet: GainNode;
  readonly #around: GainNode;
  #sound: DeckSound | null = null;
  #twin: DeckSound | null = null;
  /** What follows changes of the rate. */
  #leading: DeckSound | null = null;
  #stretcher: KeyLock | null = null;

  constructor(context: BaseAudioContext, to: AudioNode) {
    this.input = context.createGain();
    this.#dry = context.createGain();
    this.#wet = context.createGain();
    this.#wet.gain.value = 0;
    this.#around = context.createGain();
    this.input.connect(this.#dry).connect(to);
    this.#wet.connect(to);
    this.#around.connect(to);
  }

  get sound(): DeckSound | null {
    return this.#sound;
  }

  /** Whether it can play backwards. */
  get canScratch(): boolean {
    return this.#twin !== null;
  }

  /** Seconds until a change of the rate is heard. */
  get delay(): number {
    return this.#leading === this.#sound ? (this.#stretcher?.latency ?? 0) : 0;
  }

  /** Takes another sound, and closes the one before. */
  setSound(sound: DeckSound | null): void {
    this.#twin?.close();
    this.#sound?.close();
    this.#sound = this.#leading = sound;
    this.#twin = sound?.twin?.(this.#around) ?? null;
  }

  /** Goes on with another sound from a time on. If both have the same samples there, nobody hears it, and neither does the stretcher. */
  exchange(sound: DeckSound, when: number, place: number, rate: number, loop: Loop | null): void {
    this.#sound?.stop(when);
    this.setSound(sound);
    sound.play(when, place, rate, loop);
  }

  /** Plays from now on through a stretcher, or without one. The caller starts the sound again. */
  setStretcher(stretcher: KeyLock | null, when: number): void {
    const before = this.#stretcher;
    this.#stretcher = stretcher;
    before?.node.disconnect();
    if (before) this.input.disconnect(before.node);
    if (stretcher) this.input.connect(stretcher.node).connect(this.#wet);
    this.#dry.gain.setTargetAtTime(stretcher ? 0 : 1, when, SOON);
    this.#wet.gain.setTargetAtTime(0, when, SOON);
  }

  /** Plays from a place, and returns from when on that is heard. */
  play(when: number, place: number, rate: number, loop: Loop | null): number {
    const sound = this.#sound;
    this.#leading = sound;
    this.#twin?.stop(when);
    const latency = this.#stretcher?.latency;
    if (latency === undefined) {
      sound?.play(when, place, rate, loop);
      return when;
    }
    const heard = when + latency;
    this.#wet.gain.setTargetAtTime(0, when, SOON);
    this.#wet.gain.setTargetAtTime(1, heard, SOON);
    if (!this.#twin) {
      sound?.play(when, place, rate, loop);
      return heard;
    }
    this.#twin.play(when, place, rate, loop);
    this.#twin.stop(heard);
    const ahead = place + latency * rate;
    sound?.play(when, loop ? wrapped(loop, ahead) : ahead, rate, loop);
    return when;
  }

  /** Plays as a hand moves the record, also backwards. */
  scratch(when: number, place: number, rate: number): void {
    this.#silence(when);
    this.#leading = this.#twin;
    this.#twin?.play(when, place, rate, null);
  }

  stop(when: number): void {
    this.#silence(when);
    this.#twin?.stop(when);
  }

  setRate(rate: number, when: number, seconds = 0): void {
    this.#leading?.setRate(rate, when, seconds);
    // A twin that plays until the stretcher is heard keeps its rate: what the stretcher hears comes later, too.
  }

  #silence(when: number) {
    this.#sound?.stop(when);
    if (this.#stretcher) this.#wet.gain.setTargetAtTime(0, when, SOON);
  }
}
