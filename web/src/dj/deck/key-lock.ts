import stretchUrl from 'signalsmith-stretch?url';

/** The length of a block: long enough for the key of a bass at 100 Hz, which blocks of 80 ms leave half a semitone off. */
const BLOCK_MS = 160;

const loading = new WeakMap<BaseAudioContext, Promise<void>>();

/** Shifts the pitch of its input, with a delay. */
export type KeyLock = {
  node: AudioWorkletNode;
  /** Seconds from input to output. */
  latency: number;
  /** Shifts by semitones from a time of the audio clock on. */
  setShift: (semitones: number, when: number) => void;
};

/** Whether this browser supports a key lock: only pages with an encrypted or local connection have worklets. */
export const canKeyLock = (context: BaseAudioContext) => 'audioWorklet' in context;

/** Loads the Signalsmith stretcher into the context and creates one. Its node answers each call with the number of the call. */
export async function keyLock(context: BaseAudioContext): Promise<KeyLock> {
  const module = loading.get(context) ?? context.audioWorklet.addModule(stretchUrl);
  loading.set(context, module);
  await module;
  const node = new AudioWorkletNode(context, 'signalsmith-stretch', { numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [2] });
  const call = caller(node);
  await call('configure', { blockMs: BLOCK_MS, splitComputation: true });
  const latency = (await call('latency')) as number;
  const silence = new ConstantSourceNode(context, { offset: 0 }); // without any input, the node would play buffers
  silence.connect(node);
  silence.start();
  const setShift = (semitones: number, when: number) => void call('schedule', { active: true, semitones, outputTime: when });
  return { node, latency, setShift };
}

/** Returns a function that calls methods of the node. The node's first message means that it is ready. */
function caller({ port }: AudioWorkletNode): (method: string, ...args: unknown[]) => Promise<unknown> {
  const waiting = new Map<unknown, (value: unknown) => void>();
  const ready = new Promise((resolve) => waiting.set('ready', resolve));
  let serial = 0;
  port.onmessage = ({ data: [id, value] }: MessageEvent<[unknown, unknown]>) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  };
  return async (method, ...args) => {
    await ready;
    const id = serial++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      port.postMessage([id, method, ...args]);
    });
  };
}
