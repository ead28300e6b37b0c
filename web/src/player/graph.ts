import type { MediaElement } from './media-pool';

/** The loudness of one element over time. */
export interface Fader {
  set(level: number): void;
  /** Moves between two levels within seconds from now, on the audio clock. */
  ramp(from: number, to: number, seconds: number, shape: 'linear' | 'equal-power'): void;
}

/** element → fader → master → (analyser) → destination */
export interface Graph {
  /** Starts or wakes the audio device; within a gesture. Nothing waits for it. */
  wake(): void;
  /** Lets the audio device rest. */
  rest(): void;
  /** Routes the element through the graph for good; null while the browser would keep it silent. */
  attach(element: MediaElement): Fader | null;
  /** 0 to 1. */
  setVolume(volume: number): void;
  analyser(): AnalyserNode | null;
}

export type ContextFactory = () => AudioContext;

const CURVE_POINTS = 64;
const VOLUME_SMOOTHING = 0.015; // seconds: no zipper noise on a moving volume slider

export class WebAudioGraph implements Graph {
  readonly #create: ContextFactory;
  readonly #activated: () => boolean;
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #analyser: AnalyserNode | null = null;
  #volume = 1;

  /** activated tells whether the listener has touched the page, without which a context stays suspended. */
  constructor(create: ContextFactory, activated: () => boolean) {
    this.#create = create;
    this.#activated = activated;
  }

  wake(): void {
    if (!this.#context) {
      if (!this.#activated()) return;
      this.#context = this.#create();
      this.#master = this.#context.createGain();
      this.#master.gain.value = this.#volume;
      this.#master.connect(this.#context.destination);
    }
    if (this.#context.state !== 'running') this.#context.resume().catch(() => undefined); // asked again at the next play
  }

  rest(): void {
    if (this.#context?.state === 'running') this.#context.suspend().catch(() => undefined); // a closed context rests already
  }

  attach(element: MediaElement): Fader | null {
    this.wake();
    if (!this.#context || !this.#master) return null;
    const gain = this.#context.createGain();
    this.#context.createMediaElementSource(element as HTMLMediaElement).connect(gain);
    gain.connect(this.#master);
    return new GainFader(this.#context, gain.gain);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#context) this.#master?.gain.setTargetAtTime(volume, this.#context.currentTime, VOLUME_SMOOTHING);
  }

  /** Created when somebody first wants to draw the sound. */
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

  constructor(context: AudioContext, gain: AudioParam) {
    this.#context = context;
    this.#gain = gain;
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
 * The graph of this browser, or null where it would do harm: iOS stops a page's audio graph in the background
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
