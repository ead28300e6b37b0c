import type { MediaElement } from './media-element';

/** The gain of one element over time. */
export interface Fader {
  set(level: number): void;
  /** The element's gain independent of all fades; changes smoothly during playback. */
  setGain(gain: number, smooth: boolean): void;
  /** Ramps between two levels within seconds from now, on the audio clock. */
  ramp(from: number, to: number, seconds: number, shape: 'linear' | 'equal-power'): void;
}

/** Inserts nodes parallel to `dry`, which connects `from` and `to`. */
export type Insert = (context: BaseAudioContext, from: AudioNode, dry: GainNode, to: AudioNode) => void;

/** element → gain → fader → (insert) → limiter → master → (analyser) → destination */
export interface Graph {
  /** Creates the audio context, suspended: that takes a tenth of a second or two, which the first play would wait for. */
  prepare(): void;
  /** Starts or resumes the audio context; call it within a gesture. Nothing waits for it. */
  wake(): void;
  /** Suspends the audio context. */
  rest(): void;
  /** Routes the element through the graph permanently; null while the browser would keep it silent. */
  attach(element: MediaElement): Fader | null;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Fades everything to a fraction of the volume. */
  dim(level: number, seconds: number): void;
  /** Inserts something before the limiter, now or as soon as there is a graph. */
  insert(insert: Insert): void;
  analyser(): AnalyserNode | null;
}

export type ContextFactory = () => AudioContext;

const CURVE_POINTS = 64;
const VOLUME_SMOOTHING = 0.015; // seconds: no zipper noise while the volume slider moves
const GAIN_SMOOTHING = 0.08; // for a loudness that becomes known during playback

/** Keeps peaks near a threshold in dBFS and leaves what is below it unchanged. Returns its input and output. */
export function limiter(context: BaseAudioContext, threshold = LIMITER_THRESHOLD): [from: AudioNode, to: GainNode] {
  const node = context.createDynamicsCompressor();
  node.threshold.value = threshold;
  node.knee.value = 0;
  node.ratio.value = 20;
  node.attack.value = 0;
  node.release.value = 0.1;
  const to = context.createGain();
  to.gain.value = makeupOf(threshold);
  node.connect(to);
  return [node, to];
}

// The node adds make-up gain of 0.6 of its reduction at full scale; this reverses it.
const makeupOf = (threshold: number) => 10 ** ((0.6 * (threshold - threshold / 20)) / 20);
const LIMITER_THRESHOLD = -0.5;
const LIMITER_MAKEUP = makeupOf(LIMITER_THRESHOLD);

export class WebAudioGraph implements Graph {
  readonly #create: ContextFactory;
  readonly #activated: () => boolean;
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  /** Where all elements meet. */
  #bus: GainNode | null = null;
  #dry: GainNode | null = null;
  #limiter: [AudioNode, GainNode] | null = null;
  #insert: Insert | null = null;
  #analyser: AnalyserNode | null = null;
  #volume = 1;

  /** activated tells whether the listener has interacted with the page; without that a context stays suspended. */
  constructor(create: ContextFactory, activated: () => boolean) {
    this.#create = create;
    this.#activated = activated;
  }

  prepare(): void {
    if (this.#context) return;
    this.#context = this.#create();
    // Also while it does not run yet: a browser that allows sound starts it a moment later.
    this.#context.suspend().catch(() => undefined); // it stays suspended without a gesture
    this.#master = this.#context.createGain();
    this.#master.gain.value = this.#volume;
    this.#master.connect(this.#context.destination);
    this.#limiter = limiter(this.#context);
    this.#limiter[1].connect(this.#master);
    this.#bus = this.#context.createGain();
    this.#dry = this.#context.createGain();
    this.#bus.connect(this.#dry);
    this.#dry.connect(this.#limiter[0]);
    if (this.#insert) this.insert(this.#insert);
  }

  wake(): void {
    if (!this.#activated()) return;
    this.prepare();
    if (this.#context && this.#context.state !== 'running') this.#context.resume().catch(() => undefined); // resumed again at the next play
  }

  rest(): void {
    if (this.#context?.state === 'running') this.#context.suspend().catch(() => undefined); // a closed context is already suspended
  }

  attach(element: MediaElement): Fader | null {
    this.wake();
    if (!this.#activated() || !this.#context || !this.#bus) return null;
    const fade = this.#context.createGain();
    const gain = this.#context.createGain();
    this.#context.createMediaElementSource(element as HTMLMediaElement).connect(gain);
    gain.connect(fade);
    fade.connect(this.#bus);
    return new GainFader(this.#context, fade.gain, gain.gain);
  }

  insert(insert: Insert): void {
    this.#insert = insert;
    if (this.#context && this.#bus && this.#dry && this.#limiter) insert(this.#context, this.#bus, this.#dry, this.#limiter[0]);
  }

  dim(level: number, seconds: number): void {
    const gain = this.#limiter?.[1].gain;
    if (!this.#context || !gain) return;
    const now = this.#context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setValueAtTime(gain.value, now);
    gain.linearRampToValueAtTime(LIMITER_MAKEUP * level, now + seconds);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#context) this.#master?.gain.setTargetAtTime(volume, this.#context.currentTime, VOLUME_SMOOTHING);
  }

  /** Created when something first draws the sound. */
  analyser(): AnalyserNode | null {
    if (!this.#analyser && this.#context) {
      this.#analyser = this.#context.createAnalyser();
      this.#master?.connect(this.#analyser);
    }
    return this.#analyser;
  }
}

class GainFader implements Fader {
  readonly #context: AudioContext;
  readonly #gain: AudioParam;
  readonly #level: AudioParam;

  constructor(context: AudioContext, gain: AudioParam, level: AudioParam) {
    this.#context = context;
    this.#gain = gain;
    this.#level = level;
  }

  setGain(gain: number, smooth: boolean): void {
    const now = this.#context.currentTime;
    this.#level.cancelScheduledValues(now);
    if (smooth) this.#level.setTargetAtTime(gain, now, GAIN_SMOOTHING);
    else this.#level.setValueAtTime(gain, now);
  }

  set(level: number): void {
    const now = this.#context.currentTime;
    this.#gain.cancelScheduledValues(now);
    this.#gain.setValueAtTime(level, now);
  }

  ramp(from: number, to: number, seconds: number, shape: 'linear' | 'equal-power'): void {
    const now = this.#context.currentTime;
    this.#gain.cancelScheduledValues(now);
    if (shape === 'equal-power') {
      this.#gain.setValueCurveAtTime(equalPower(from, to), now, seconds);
      return;
    }
    this.#gain.setValueAtTime(from, now);
    this.#gain.linearRampToValueAtTime(to, now + seconds);
  }
}

/** A quarter of a sine from one level to the other: two such fades add up to constant power. */
export function equalPower(from: number, to: number): Float32Array<ArrayBuffer> {
  const curve = new Float32Array(CURVE_POINTS);
  for (let i = 0; i < CURVE_POINTS; i++) {
    const angle = ((i / (CURVE_POINTS - 1)) * Math.PI) / 2;
    curve[i] = from * Math.cos(angle) + to * Math.sin(angle);
  }
  return curve;
}

/**
 * The graph of this browser, or null where it would do harm: iOS stops a page's audio graph in the background,
 * but not a plain element.
 */
export function browserGraph(): Graph | null {
  if (typeof AudioContext === 'undefined' || isIOS(navigator)) return null;
  return new WebAudioGraph(
    () => new AudioContext({ latencyHint: 'balanced' }),
    () => navigator.userActivation?.hasBeenActive ?? true,
  );
}

export function isIOS({ platform, maxTouchPoints }: Pick<Navigator, 'platform' | 'maxTouchPoints'>): boolean {
  return /^iP(hone|ad|od)/.test(platform) || (platform === 'MacIntel' && maxTouchPoints > 1);
}
