import { type ChildProcess, execFileSync, spawn } from 'node:child_process';

const RATE = 8000;
/** Bytes of a sample. */
const SAMPLE = 4;
const AS_SAMPLES = ['-f', 'f32le', '-ac', '1', '-ar', String(RATE), '-'];

/** The level of a frequency in samples at RATE, in dBFS: a tone that swings from −1 to 1 has 0 dB. Goertzel's algorithm with a Hann window. */
export function levelIn(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [last, before] = [0, 0];
  samples.forEach((sample, i) => {
    const hann = 1 - Math.cos((2 * Math.PI * i) / samples.length);
    [last, before] = [sample * hann + turn * last - before, last];
  });
  const power = last ** 2 + before ** 2 - turn * last * before;
  return 20 * Math.log10((2 * Math.sqrt(Math.max(power, 1e-12))) / samples.length);
}

/** The samples of an audio file, mono, one array for each full second. */
export function secondsOf(file: Buffer): Float32Array[] {
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', '-', ...AS_SAMPLES], { input: file, maxBuffer: 2 ** 28 });
  const samples = floats(bytes);
  return Array.from({ length: Math.floor(samples.length / RATE) }, (_, i) => samples.subarray(i * RATE, (i + 1) * RATE));
}

/** Listens to a station like any radio program, from its own connection. */
export class Listener {
  #process: ChildProcess | null = null;
  #bytes = Buffer.alloc(0);

  /** Starts to listen; the station must be on air. */
  tune(url: string): void {
    this.#process = spawn('ffmpeg', ['-v', 'error', '-i', url, ...AS_SAMPLES], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process.stdout?.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]).subarray(-SAMPLE * RATE);
    });
  }

  /** The level of a frequency in the last second that arrived, in dBFS; −∞ before the first one. */
  levelAt(hertz: number): number {
    return this.#bytes.length < SAMPLE * RATE ? -Infinity : levelIn(floats(this.#bytes), hertz);
  }

  stop(): void {
    this.#process?.kill('SIGKILL');
  }
}

const floats = (bytes: Buffer) => Float32Array.from({ length: Math.floor(bytes.length / SAMPLE) }, (_, i) => bytes.readFloatLE(SAMPLE * i));
