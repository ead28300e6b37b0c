// Sits behind everything that the page plays. It counts the quanta that the audio thread renders, notes when the first one after a
// silence is not silent, and how long the audio thread was away at most.
const SILENT = 1e-4;
/** Frames of silence after which a sound counts as new: 50 ms. */
const PAUSE = sampleRate / 20;

class Quanta extends AudioWorkletProcessor {
  #count = 0;
  #quiet = PAUSE;
  #last = 0;
  #gap = 0;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.port.postMessage({ count: this.#count, gap: this.#gap, time: currentTime });
      this.#gap = 0;
    };
  }

  process([input]) {
    const now = Date.now();
    if (this.#last > 0) this.#gap = Math.max(this.#gap, now - this.#last);
    this.#last = now;
    this.#count++;
    const sounds = (input[0] ?? []).some((sample) => Math.abs(sample) > SILENT);
    if (sounds && this.#quiet >= PAUSE) this.port.postMessage({ began: currentFrame / sampleRate });
    this.#quiet = sounds ? 0 : this.#quiet + 128;
    return true;
  }
}

registerProcessor('quanta', Quanta);
