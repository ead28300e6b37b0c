import { type Failure, failureOf } from './failure';
import { Loudest } from './loudest';
import { Ogg } from './ogg';
import { openRecordings, watchVersions } from './recordings';

/** Encodes the sound of the desk as Ogg Opus and keeps it in pieces. The kept pieces can always be played, even without the last ones. */

export type ToRecorder =
  | { kind: 'start'; id: string; rate: number }
  | { kind: 'sound'; samples: Float32Array<ArrayBuffer> }
  | { kind: 'stop' };
export type FromRecorder = { kind: 'kept'; seconds: number } | { kind: 'done' } | { kind: 'failed'; failure: Failure };

const BITRATE = 192_000;
const CHANNELS = 2;
/** Packets in a piece: a second. */
const PIECE = 50;

const tell = (message: FromRecorder) => self.postMessage(message);
const fail = (error: unknown) => tell({ kind: 'failed', failure: failureOf(error) });

watchVersions({ onNewer: () => false, onOlder: () => {} }); // this worker lives as long as its recording

let encoder: AudioEncoder | null = null;
let finish = async () => {};
let frames = 0;
let rate = 48_000;
let loudest = new Loudest(rate);

async function start(id: string) {
  const recordings = await openRecordings();
  const ogg = new Ogg(CHANNELS);
  loudest = new Loudest(rate);
  let waiting: Uint8Array[] = [];
  let index = 0;
  let writing = Promise.resolve();
  const keep = (isLast = false) => {
    const page = ogg.page(waiting, isLast);
    const { seconds } = ogg;
    const peak = loudest.until(isLast ? Number.POSITIVE_INFINITY : seconds);
    waiting = [];
    writing = writing.then(() => recordings.append(id, index++, page, seconds, peak)).then(() => tell({ kind: 'kept', seconds }), fail);
  };
  writing = recordings.append(id, index++, ogg.head(), 0, null);
  encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      waiting.push(packet);
      if (waiting.length === PIECE) keep();
    },
    error: fail,
  });
  encoder.configure({ codec: 'opus', sampleRate: rate, numberOfChannels: CHANNELS, bitrate: BITRATE });
  finish = async () => {
    await encoder?.flush();
    keep(true);
    await writing;
    tell({ kind: 'done' });
  };
}

/** 20 ms, the left channel before the right. */
function encode(samples: Float32Array<ArrayBuffer>) {
  const numberOfFrames = samples.length / CHANNELS;
  loudest.hear(samples, numberOfFrames);
  const data = new AudioData({
    format: 'f32-planar',
    sampleRate: rate,
    numberOfChannels: CHANNELS,
    numberOfFrames,
    timestamp: Math.round((frames * 1e6) / rate),
    data: samples,
  });
  frames += numberOfFrames;
  encoder?.encode(data);
  data.close();
}

/** Handles messages one after another, because sound may arrive before the encoder is ready. */
let order = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToRecorder>) => {
  order = order
    .then(async () => {
      if (data.kind === 'start') {
        rate = data.rate;
        await start(data.id);
      } else if (data.kind === 'sound') encode(data.samples);
      else await finish();
    })
    .catch(fail);
};
