import { type Effect, replacing } from './effect';

/** Hz: the edges of the gate take about 4 ms. */
const EDGE = 90;

/** Lets the sound through in the first half of every period. The periods begin on beats. */
export function gate(context: BaseAudioContext, period: number, beatAt: number): Effect {
  const door = new GainNode(context, { gain: 0 });
  const soft = new BiquadFilterNode(context, { frequency: EDGE, Q: -6 });
  soft.connect(door.gain);
  const pattern = context.createBuffer(1, context.sampleRate, context.sampleRate);
  pattern.getChannelData(0).fill(1, 0, context.sampleRate / 2);
  let source: AudioBufferSourceNode | null = null;
  const setPeriod = (seconds: number, at: number) => {
    const now = context.currentTime;
    const rate = 1 / seconds;
    const passed = (((now - at) * rate) % 1) + 1;
    const next = new AudioBufferSourceNode(context, { buffer: pattern, loop: true, playbackRate: rate });
    next.connect(soft);
    next.start(now, passed % 1);
    source?.stop(now);
    source = next;
  };
  setPeriod(period, beatAt);
  return { input: door, output: door, mix: replacing, tail: 0, setPeriod, close: () => source?.stop() };
}
