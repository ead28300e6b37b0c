import type { Load } from '../desk';
import { peaksOf } from '../wave/peaks-of';
import { BufferSound } from './deck-sound';
import { unknown } from './track';

/** Two short tracks that the desk generates itself, for a library without tracks to mix. */
export const SAMPLES = [
  { bpm: 128, key: 'Am', camelot: '8A', root: 110, third: 3 },
  { bpm: 130, key: 'Cm', camelot: '5A', root: 130.81, third: 3 },
] as const;
type Sample = (typeof SAMPLES)[number];

const RATE = 44_100;
const BARS = 32;
/** Bars after which another part comes in: first the kick alone, then hat, bass and chords. */
const STAGE = 4;
const STAGES = 4;

/** Renders a sample: kick, hat, bass and chords, in bars of four. */
export const fromSample =
  (sample: Sample, title: string): Load =>
  async (context, into) => {
    const beat = 60 / sample.bpm;
    const offline = new OfflineAudioContext(2, Math.ceil(STAGES * 4 * beat * RATE), RATE);
    const mix = new GainNode(offline, { gain: 0.7 });
    mix.connect(offline.destination);
    const noise = hiss(offline);
    for (let i = 0; i < STAGES * 4; i++) {
      const stage = Math.floor(i / 4);
      kick(offline, mix, i * beat);
      if (stage >= 1) hat(offline, mix, noise, (i + 0.5) * beat);
      if (stage >= 2) bass(offline, mix, (i + 0.5) * beat, beat / 2, sample.root / 2);
      if (stage >= 3 && i % 4 === 0) chord(offline, mix, i * beat, beat * 3, sample);
    }
    const buffer = repeated(context, await offline.startRendering(), 4 * beat * RATE);
    const { bpm, key, camelot } = sample;
    const grid = { runs: [{ first: 0, start: 0, bpm }], downbeat: 0, meter: 4 };
    const track = { ...unknown(title), duration: buffer.duration, bpm, key, camelot, energy: 0.6, grid, peaks: await peaksOf(buffer) };
    return { sound: new BufferSound(context, buffer, into), track };
  };

/** All bars, from one bar of each stage: no part sounds beyond its bar. Rendering all of them would take some seconds. */
function repeated(context: BaseAudioContext, stages: AudioBuffer, bar: number): AudioBuffer {
  const buffer = context.createBuffer(2, Math.ceil(BARS * bar), RATE);
  for (let c = 0; c < 2; c++) {
    const [whole, part] = [buffer.getChannelData(c), stages.getChannelData(c)];
    for (let n = 0; n < BARS; n++) {
      const from = Math.round(Math.min(STAGES - 1, Math.floor(n / STAGE)) * bar);
      whole.set(part.subarray(from, Math.min(from + Math.floor(bar), part.length)), Math.round(n * bar));
    }
  }
  return buffer;
}

function hiss(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, RATE / 10, RATE);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** A gain that falls from a level to silence. */
function fading(context: BaseAudioContext, to: AudioNode, at: number, level: number, seconds: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(to);
  return gain;
}

function kick(context: BaseAudioContext, to: AudioNode, at: number) {
  const tone = new OscillatorNode(context, { frequency: 150 });
  tone.frequency.setValueAtTime(150, at);
  tone.frequency.exponentialRampToValueAtTime(45, at + 0.08);
  tone.connect(fading(context, to, at, 0.9, 0.25));
  tone.start(at);
  tone.stop(at + 0.26);
}

function hat(context: BaseAudioContext, to: AudioNode, buffer: AudioBuffer, at: number) {
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: 'highpass', frequency: 7000 })).connect(fading(context, to, at, 0.25, 0.06));
  source.start(at);
}

function bass(context: BaseAudioContext, to: AudioNode, at: number, seconds: number, frequency: number) {
  const tone = new OscillatorNode(context, { type: 'sawtooth', frequency });
  tone.connect(new BiquadFilterNode(context, { frequency: 400 })).connect(fading(context, to, at, 0.4, seconds));
  tone.start(at);
  tone.stop(at + seconds);
}

function chord(context: BaseAudioContext, to: AudioNode, at: number, seconds: number, { root, third }: Sample) {
  for (const step of [12, 12 + third, 19]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: root * 2 ** (step / 12) });
    tone.connect(fading(context, to, at, 0.12, seconds));
    tone.start(at);
    tone.stop(at + seconds);
  }
}
