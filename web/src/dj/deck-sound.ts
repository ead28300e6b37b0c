import type { Loop } from './loop';

/** The sound of the track on a deck. Times are seconds of the audio clock, places are seconds of the track. */
export interface DeckSound {
  readonly duration: number;
  /** Plays from a place, and fades out the sound that played before. With a loop it repeats that part. */
  play(when: number, place: number, rate: number, loop: Loop | null): void;
  stop(when: number): void;
  setRate(rate: number, when: number): void;
  /** Stops, and releases the sound. */
  close(): void;
}

/** Seconds of the fades at every start, stop, jump and loop joint. */
export const FADE = 0.005;

type Voice = { source: AudioBufferSourceNode; gain: GainNode };

/** A decoded track. Its places are exact to the sample. */
export class BufferSound implements DeckSound {
  readonly #context: BaseAudioContext;
  readonly #buffer: AudioBuffer;
  readonly #out: AudioNode;
  #voice: Voice | null = null;

  constructor(context: BaseAudioContext, buffer: AudioBuffer, out: AudioNode) {
    this.#context = context;
    this.#buffer = buffer;
    this.#out = out;
  }

  get duration(): number {
    return this.#buffer.duration;
  }

  play(when: number, place: number, rate: number, loop: Loop | null): void {
    this.stop(when);
    const source = this.#context.createBufferSource();
    const gain = this.#context.createGain();
    const offset = loop ? this.#load(source, loop, place) : place;
    if (!loop) source.buffer = this.#buffer;
    source.playbackRate.value = rate;
    gain.gain.value = 0; // the source may begin a sample early
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(1, when + FADE);
    source.connect(gain).connect(this.#out);
    source.start(when, Math.max(0, offset));
    this.#voice = { source, gain };
  }

  /** Loads only the loop into the source, with a joint that does not click, and returns the position in it. */
  #load(source: AudioBufferSourceNode, loop: Loop, place: number): number {
    const start = Math.max(0, Math.min(place, loop.from));
    source.buffer = looped(this.#context, this.#buffer, start, loop);
    source.loop = true;
    source.loopStart = loop.from - start;
    source.loopEnd = loop.to - start;
    return place - start;
  }

  stop(when: number): void {
    if (!this.#voice) return;
    const { source, gain } = this.#voice;
    this.#voice = null;
    gain.gain.cancelScheduledValues(when);
    gain.gain.setValueAtTime(1, when);
    gain.gain.linearRampToValueAtTime(0, when + FADE);
    source.stop(when + FADE);
    source.onended = () => gain.disconnect();
  }

  setRate(rate: number, when: number): void {
    this.#voice?.source.playbackRate.setValueAtTime(rate, when);
  }

  close(): void {
    this.stop(this.#context.currentTime);
  }
}

/** The part of a buffer from a place to the end of a loop. Its end fades into the sound before the loop, so that it can continue at the start. */
function looped(context: BaseAudioContext, buffer: AudioBuffer, start: number, loop: Loop): AudioBuffer {
  const rate = buffer.sampleRate;
  const [first, from, to] = [start, loop.from, loop.to].map((seconds) => Math.round(seconds * rate)) as [number, number, number];
  const fade = Math.min(Math.round(FADE * rate), from, Math.floor((to - from) / 2));
  const copy = context.createBuffer(buffer.numberOfChannels, Math.max(1, to - first), rate);
  for (let c = 0; c < buffer.numberOfChannels; c++) {
    const [whole, part] = [buffer.getChannelData(c), copy.getChannelData(c)];
    part.set(whole.subarray(first, to));
    for (let i = 0; i < fade; i++) {
      const share = (i + 1) / (fade + 1);
      const at = to - fade + i;
      part[at - first] = (whole[at] ?? 0) * (1 - share) + (whole[from - fade + i] ?? 0) * share;
    }
  }
  return copy;
}
