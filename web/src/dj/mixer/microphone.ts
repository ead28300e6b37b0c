import type { Clock } from '@/audio/clock';
import { Watched } from '../state';
import { UNITY } from './curves';
import { levelOf, type Mixer } from './mixer';

export type MicrophoneState = {
  /** denied: the browser or the person refused; missing: there is no working input. */
  phase: 'closed' | 'opening' | 'open' | 'denied' | 'missing';
  /** 0 to 100. */
  level: number;
  /** Whether the music gets quieter while somebody speaks. */
  ducks: boolean;
};

/** ms between measurements of the level. */
const TICK = 40;

/** The gain of the music while somebody speaks: −12 dB. */
const DUCKED = 0.25;

/** Decides whether somebody speaks: from the first word until a moment after the last one. */
export class Speech {
  /** The level in dBFS above which sound counts as speech. */
  static readonly LOUD = -38;
  /** The longest pause in ms that still counts as speech. */
  static readonly PAUSE = 700;
  #last = Number.NEGATIVE_INFINITY;

  /** Takes the level at a time in ms. */
  hear(level: number, now: number): boolean {
    if (level > Speech.LOUD) this.#last = now;
    return now - this.#last <= Speech.PAUSE;
  }
}

/** A microphone in the mix: it is recorded and on air, but not in the speakers, because that would cause feedback. */
export class Microphone extends Watched<MicrophoneState> {
  readonly #mixer: Mixer;
  readonly #clock: Clock;
  #input: MediaStreamAudioSourceNode | null = null;
  /** Counts openings and closings: an input that arrives after the microphone was closed is not used. */
  #attempt = 0;
  #stopLooking = () => {};

  constructor(mixer: Mixer, clock: Clock) {
    super({ phase: 'closed', level: UNITY.voice, ducks: true });
    this.#mixer = mixer;
    this.#clock = clock;
  }

  async open(): Promise<void> {
    if (this.get().phase === 'opening' || this.#input) return;
    this.set({ phase: 'opening' });
    const attempt = ++this.#attempt;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
      });
      if (attempt === this.#attempt) this.#connect(stream);
      else for (const track of stream.getTracks()) track.stop();
    } catch (error) {
      if (attempt === this.#attempt)
        this.set({ phase: error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing' });
    }
  }

  close(): void {
    this.#attempt++;
    this.#stopLooking();
    for (const track of this.#input?.mediaStream.getTracks() ?? []) track.stop();
    this.#input?.disconnect();
    this.#input = null;
    this.#mixer.setDucked(1);
    this.set({ phase: 'closed' });
  }

  setLevel(level: number): void {
    this.set({ level });
    this.#mixer.setVoice(level);
  }

  setDucks(ducks: boolean): void {
    this.set({ ducks });
    if (!ducks) this.#mixer.setDucked(1);
  }

  #connect(stream: MediaStream) {
    this.#input = new MediaStreamAudioSourceNode(this.#mixer.context as AudioContext, { mediaStream: stream });
    this.#input.connect(this.#mixer.voice);
    // The track ends if the input is unplugged.
    stream.getAudioTracks()[0]?.addEventListener('ended', () => {
      this.close();
      this.set({ phase: 'missing' });
    });
    this.#mixer.setVoice(this.get().level);
    this.set({ phase: 'open' });
    this.#look(new Speech(), new Float32Array(this.#mixer.voiceMeter.fftSize));
  }

  #look(speech: Speech, samples: Float32Array<ArrayBuffer>) {
    const isSpeaking = speech.hear(levelOf(this.#mixer.voiceMeter, samples), this.#clock.now());
    if (this.get().ducks) this.#mixer.setDucked(isSpeaking ? DUCKED : 1);
    this.#stopLooking = this.#clock.after(TICK, () => this.#look(speech, samples));
  }
}
