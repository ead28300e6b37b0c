import tapUrl from '@/audio/tap.worklet.js?url';
import type { Encoding } from './link';

/** Takes an encoded piece of sound with its duration. */
type OnPacket = (bytes: ArrayBuffer, micros: number) => void;

/** The sample rate of Opus, and of every context whose sound is encoded. */
const RATE = 48_000;
const BITRATE = 160_000;
const PACKET_MICROS = 20_000;
const PIECE_MS = 250;

/** How this browser encodes sound for a station; null if it cannot. */
export function studioEncoding(): Encoding | null {
  const base = { channels: 2, bitrate: BITRATE };
  if (!window.isSecureContext || !('AudioWorkletNode' in window)) return null;
  if ('AudioEncoder' in window) return { codec: 'opus', ...base };
  if (!('MediaRecorder' in window)) return null;
  if (MediaRecorder.isTypeSupported('audio/webm;codecs=opus')) return { codec: 'webm', ...base };
  if (MediaRecorder.isTypeSupported('audio/ogg;codecs=opus')) return { codec: 'ogg', ...base };
  return null;
}

/** Encodes what a node plays. A container stream starts with its header. Returns a function that stops. */
export const encode = async (node: AudioNode, codec: Encoding['codec'], onPacket: OnPacket): Promise<() => void> =>
  codec === 'opus' ? encodePackets(node, onPacket) : encodePieces(node, codec, onPacket);

/** With WebCodecs: a packet every 20 ms, numbered and buffered by the link. */
async function encodePackets(node: AudioNode, onPacket: OnPacket): Promise<() => void> {
  const { context } = node;
  await context.audioWorklet.addModule(tapUrl);
  const tap = new AudioWorkletNode(context, 'tap', { numberOfOutputs: 0, channelCount: 2, channelCountMode: 'explicit' });
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new ArrayBuffer(chunk.byteLength);
      chunk.copyTo(bytes);
      onPacket(bytes, chunk.duration ?? PACKET_MICROS);
    },
    error: () => {}, // the encoder was closed; a running one can encode all input
  });
  const opus = { frameDuration: PACKET_MICROS };
  encoder.configure({ codec: 'opus', sampleRate: RATE, numberOfChannels: 2, bitrate: BITRATE, opus } as AudioEncoderConfig);
  let samples = 0;
  tap.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
    if (encoder.state !== 'configured') return;
    const numberOfFrames = data.length / 2;
    const timestamp = (samples / RATE) * 1e6;
    samples += numberOfFrames;
    const sound = new AudioData({ format: 'f32-planar', sampleRate: RATE, numberOfFrames, numberOfChannels: 2, timestamp, data });
    encoder.encode(sound);
    sound.close();
  };
  node.connect(tap);
  return () => {
    node.disconnect(tap);
    tap.port.onmessage = null;
    tap.port.postMessage('stop');
    if (encoder.state !== 'closed') encoder.close();
  };
}

/** With MediaRecorder, if there is no packet encoder. */
function encodePieces(node: AudioNode, codec: 'webm' | 'ogg', onPacket: OnPacket): () => void {
  const output = new MediaStreamAudioDestinationNode(node.context as AudioContext);
  node.connect(output);
  const recorder = new MediaRecorder(output.stream, { mimeType: `audio/${codec};codecs=opus`, audioBitsPerSecond: BITRATE });
  let order = Promise.resolve();
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) order = order.then(async () => onPacket(await data.arrayBuffer(), PIECE_MS * 1000));
  };
  recorder.start(PIECE_MS);
  return () => {
    recorder.stop();
    node.disconnect(output);
  };
}
