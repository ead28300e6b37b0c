import type { Loop } from './loop';

/** The sound of the track on a deck. Times are seconds of the audio clock, places are seconds of the track. */
export interface DeckSound {
  readonly duration: number;
  /** Plays from a place, and fades out the sound that played before. With a loop it repeats that part. */
  play(when: number, place: number, rate: number, loop: Loop | null): void;
  stop(when: number): void;
  /** Changes the rate, evenly in some seconds if they are given. */
  setRate(rate: number, when: number, seconds?: number): void;
  /** Stops, unless that is planned, and releases the sound. */
  close(): void;
  /** The same sound into another node, where it also plays backwards, at a negative rate. Missing if only one can play at a time. */
  twin?(out: AudioNode): DeckSound;
  /** The place that plays now, of a sound whose clock is not that of the context; null while it does not know. */
  place?(): number | null;
  /** Whether it is silent at a place because that has not arrived yet. */
  isStalled?(place: number): boolean;
}

/** Seconds of the fades at every start, stop, jump and loop joint. */
export const FADE = 0.005;
/** Frames that the context renders at once. It reads playback rates at their start. */
export const QUANTUM = 128;

/** `until` is when it fades out. */
type Voice = { source: AudioBufferSourceNode; gain: GainNode; rate: number; until: number };
/** A part of the track, in seconds, turned round. */
type Reversed = { from: number; to: number; buffer: AudioBuffer };

/** Seconds of a reversed part before and after the place from which it is played: enough for any movement of a hand. */
const [REACH, SPARE] = [10, 4] as const;

/** A decoded track, or the beginning of one: what follows is silent. Its places are exact to the sample. */
export class BufferSound implements DeckSound {
  readonly #context: BaseAudioContext;
  readonly buffer: AudioBuffer;
  readonly #out: AudioNode;
  readonly isWhole: boolean;
  readonly #onClose: () => void;
  #voice: Voice | null = null;
  #reversed: Reversed | null = null;

  constructor(context: BaseAudioContext, buffer: AudioBuffer, out: AudioNode, isWhole = true, onClose = () => {}) {
    this.#context = context;
    this.buffer = buffer;
    this.#out = out;
    this.isWhole = isWhole;
    this.#onClose = onClose;
  }

  get duration(): number {
    return this.buffer.duration;
  }

  twin(out: AudioNode): DeckSound {
    return new BufferSound(this.#context, this.buffer, out, this.isWhole);
  }

  isStalled(place: number): boolean {
    return !this.isWhole && place >= this.duration;
  }

  play(when: number, place: number, rate: number, loop: Loop | null): void {
    this.stop(when);
    const source = this.#context.createBufferSource();
    const gain = this.#context.createGain();
    const offset = rate < 0 ? this.#loadBackwards(source, place) : loop ? this.#loadLoop(source, loop, place) : place;
    source.buffer ??= this.buffer;
    source.playbackRate.value = Math.abs(rate);
    gain.gain.value = 0; // the source may begin a sample early
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(1, when + FADE);
    source.connect(gain).connect(this.#out);
    source.start(when, Math.max(0, offset));
    source.onended = () => gain.disconnect();
    this.#voice = { source, gain, rate, until: Number.POSITIVE_INFINITY };
  }

  /** Loads only the loop into the source, with a joint that does not click, and returns the position in it. */
  #loadLoop(source: AudioBufferSourceNode, loop: Loop, place: number): number {
    const start = Math.max(0, Math.min(place, loop.from));
    source.buffer = looped(this.#context, this.buffer, start, loop);
    source.loop = true;
    source.loopStart = loop.from - start;
    source.loopEnd = loop.to - start;
    return place - start;
  }

  /** Loads a reversed part into the source, and returns the position in it. */
  #loadBackwards(source: AudioBufferSourceNode, place: number): number {
    const kept = this.#reversed;
    const fits = kept && place <= kept.to && (kept.from === 0 || place - kept.from > REACH / 2);
    const part = fits ? kept : reversed(this.#context, this.buffer, Math.max(0, place - REACH), Math.min(this.duration, place + SPARE));
    this.#reversed = part;
    source.buffer = part.buffer;
    return part.to - place;
  }

  stop(when: number): void {
    const voice = this.#voice;
    if (!voice || when >= voice.until) return;
    voice.until = when;
    voice.gain.gain.cancelScheduledValues(when);
    voice.gain.gain.setValueAtTime(1, when);
    voice.gain.gain.linearRampToValueAtTime(0, when + FADE);
    voice.source.stop(when + FADE);
  }

  setRate(rate: number, when: number, seconds = 0): void {
    const voice = this.#voice;
    if (!voice) return;
    const { playbackRate } = voice.source;
    // Half a block early: each block then plays at the rate of its middle, and the sum of all is exact.
    const early = when - QUANTUM / 2 / this.#context.sampleRate;
    playbackRate.setValueAtTime(Math.abs(voice.rate), early);
    if (seconds > 0) playbackRate.linearRampToValueAtTime(Math.abs(rate), early + seconds);
    else playbackRate.setValueAtTime(Math.abs(rate), early);
    voice.rate = rate;
  }

  close(): void {
    if (this.#voice?.until === Number.POSITIVE_INFINITY) this.stop(this.#context.currentTime);
    this.#reversed = null;
    this.#onClose();
  }
}

function reversed(context: BaseAudioContext, buffer: AudioBuffer, from: number, to: number): Reversed {
  const { sampleRate, numberOfChannels } = buffer;
  const [first, end] = [Math.round(from * sampleRate), Math.round(to * sampleRate)];
  const part = context.createBuffer(numberOfChannels, Math.max(1, end - first), sampleRate);
  for (let c = 0; c < numberOfChannels; c++) part.copyToChannel(buffer.getChannelData(c).slice(first, end).reverse(), c);
  return { from: first / sampleRate, to: end / sampleRate, buffer: part };
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
