// Measures every sample from the first sound until it is read.
const AUDIBLE = 0.001;

class Meter extends AudioWorkletProcessor {
  #heard = false;
  #before = 0;
  #run = 0;
  #silence = 0;
  #step = 0;

  constructor() {
    super();
    this.port.onmessage = () => this.port.postMessage({ silence: this.#silence / sampleRate, step: this.#step });
  }

  process([input]) {
    const samples = input[0] ?? new Float32Array(128); // no input is silence
    for (const sample of samples) this.#look(sample);
    return true;
  }

  #look(sample) {
    if (this.#heard) this.#step = Math.max(this.#step, Math.abs(sample - this.#before));
    this.#before = sample;
    if (Math.abs(sample) < AUDIBLE) {
      this.#run++;
      return;
    }
    if (this.#heard) this.#silence = Math.max(this.#silence, this.#run);
    this.#heard = true;
    this.#run = 0;
  }
}

registerProcessor('meter', Meter);
