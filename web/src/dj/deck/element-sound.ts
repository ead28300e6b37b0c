import type { Clock } from '@/audio/clock';
import { type DeckSound, FADE } from './deck-sound';
import type { Loop } from './loop';

/** A track that is too long to be decoded at once: a media element. Its places are exact to some hundredths of a second. */
export class ElementSound implements DeckSound {
  readonly #context: AudioContext;
  readonly #element: HTMLAudioElement;
  readonly #gain: GainNode;
  readonly #clock: Clock;
  #retried = 0;
  #cancel = () => {};
  #loop: Loop | null = null;

  constructor(context: AudioContext, element: HTMLAudioElement, out: AudioNode, clock: Clock) {
    this.#context = context;
    this.#element = element;
    this.#clock = clock;
    this.#gain = context.createGain();
    this.#gain.gain.value = 0;
    element.preservesPitch = false; // the deck's key lock does that
    context.createMediaElementSource(element).connect(this.#gain).connect(out);
  }

  get duration(): number {
    return this.#element.duration;
  }

  play(when: number, place: number, rate: number, loop: Loop | null): void {
    this.#loop = loop;
    this.#element.playbackRate = Math.max(SLOWEST, rate);
    if (Math.abs(this.#element.currentTime - place) > NEAR) this.#element.currentTime = place;
    this.#gain.gain.cancelScheduledValues(when);
    this.#gain.gain.setTargetAtTime(1, when, FADE);
    this.#element.play().catch(() => undefined); // a seek or a pause interrupted it
    this.#watch();
  }

  stop(when: number): void {
    this.#cancel();
    this.#gain.gain.cancelScheduledValues(when);
    this.#gain.gain.setTargetAtTime(0, when, FADE);
    this.#element.pause();
  }

  /** Changes the rate at once: an element has no slow changes, and none to a standstill. */
  setRate(rate: number, _when: number): void {
    if (rate < SLOWEST) return;
    this.#element.playbackRate = rate;
    this.#watch();
  }

  isStalled(): boolean {
    const element = this.#element;
    if (element.error) this.#retry();
    return !element.paused && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  /** Loads again what the network has interrupted, from time to time. */
  #retry() {
    const now = this.#clock.now();
    if (now - this.#retried < RETRY_MS) return;
    this.#retried = now;
    const { currentTime } = this.#element;
    this.#element.load();
    this.#element.currentTime = currentTime;
    this.#element.play().catch(() => undefined); // tried again later
  }

  place(): number | null {
    return this.#element.paused || this.#element.seeking ? null : this.#element.currentTime;
  }

  close(): void {
    this.stop(this.#context.currentTime);
    this.#gain.disconnect();
    if (this.#element.src.startsWith('blob:')) URL.revokeObjectURL(this.#element.src);
    this.#element.removeAttribute('src');
    this.#element.load();
  }

  /** Returns to the start of the loop at its end. */
  #watch() {
    this.#cancel();
    const loop = this.#loop;
    if (!loop) return;
    const left = (loop.to - this.#element.currentTime) / this.#element.playbackRate;
    this.#cancel = this.#clock.after(Math.max(0, left * 1000), () => {
      this.#element.currentTime = loop.from;
      this.#watch();
    });
  }
}

/** Seconds by which the element may be off before it seeks, because a seek interrupts its sound. */
const NEAR = 0.03;
/** ms between attempts to load again. */
const RETRY_MS = 3000;
/** The lowest rate at which browsers play sound. */
const SLOWEST = 0.0625;
