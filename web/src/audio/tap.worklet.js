// Hands on what goes out: 20 ms at a time, the left channel before the right.
const FRAMES = 960;

class Tap extends AudioWorkletProcessor {
  #block = new Float32Array(FRAMES * 2);
  #filled = 0;
  #stopped = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#stopped = true;
    };
  }

  process([input]) {
    if (this.#stopped) return false;
    const length = input[0]?.length ?? 128; // without a source there is silence, and time goes on
    for (let i = 0; i < length; i++) {
      this.#block[this.#filled] = input[0]?.[i] ?? 0;
      this.#block[FRAMES + this.#filled] = input[1]?.[i] ?? input[0]?.[i] ?? 0;
      if (++this.#filled === FRAMES) {
        this.port.postMessage(this.#block, [this.#block.buffer]);
        this.#block = new Float32Array(FRAMES * 2);
        this.#filled = 0;
      }
    }
    return true;
  }
}

registerProcessor('tap', Tap);
