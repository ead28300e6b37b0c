import { noise, type Shot, sweep, sweepOf } from './effect';

/** Gains at the end of the rise; together they stay below a quarter of full scale. */
const [NOISE, TONE] = [0.13, 0.05] as const;

/** Noise and a tone that rise, on top of the sound. */
export function riser(context: BaseAudioContext): Shot {
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  buffer.copyToChannel(noise(buffer.length, 1), 0);
  const wind = new AudioBufferSourceNode(context, { buffer, loop: true });
  const band = new BiquadFilterNode(context, { type: 'highpass', frequency: 300, Q: 3 });
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: 110 });
  const low = new GainNode(context, { gain: TONE });
  const high = new GainNode(context, { gain: NOISE });
  const output = new GainNode(context, { gain: 0 });
  wind.connect(band).connect(high).connect(output);
  tone.connect(low).connect(output);
  wind.start();
  tone.start();
  const close = () => {
    wind.stop();
    tone.stop();
  };
  return {
    input: new GainNode(context), // it does not change the sound
    output,
    beside: 1,
    tail: 0,
    run: (span, now, share) => {
      sweep(band.frequency, sweepOf(300, 6000), span, now);
      sweep(tone.frequency, sweepOf(110, 880), span, now);
      sweep(output.gain, [0, 0.1, 0.25, 0.5, 1].map((level) => level * share), span, now); // biome-ignore format: short
      output.gain.setTargetAtTime(0, span.to, 0.008);
    },
    close,
  };
}
