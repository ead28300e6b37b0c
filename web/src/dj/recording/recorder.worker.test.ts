import { expect, test, vi } from 'vitest';
import type { FromRecorder, ToRecorder } from './recorder.worker';

const peaks: (number | null)[] = [];

vi.mock('./recordings', () => ({
  watchVersions: () => {},
  openRecordings: async () => ({
    append: async (_id: string, _index: number, _piece: Uint8Array, _seconds: number, peak: number | null) => {
      peaks.push(peak);
    },
  }),
}));

type Output = (chunk: { byteLength: number; copyTo(to: Uint8Array): void }) => void;

/** An encoder that is behind: it gives all packets at once, when it has to. */
class LateEncoder {
  readonly #output: Output;
  #taken = 0;

  constructor({ output }: { output: Output }) {
    this.#output = output;
  }

  configure() {}

  encode() {
    this.#taken++;
  }

  async flush() {
    for (; this.#taken > 0; this.#taken--) this.#output({ byteLength: 1, copyTo: (to) => to.set([31 << 3]) }); // 20 ms
  }
}

class Data {
  close() {}
}

test('the waveform shows each second as loud as it was, however late the encoder is', async () => {
  const told: FromRecorder[] = [];
  const scope: { postMessage: (message: FromRecorder) => void; onmessage?: (event: { data: ToRecorder }) => void } = {
    postMessage: (message) => void told.push(message),
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('AudioEncoder', LateEncoder);
  vi.stubGlobal('AudioData', Data);
  await import('./recorder.worker');
  const tell = (data: ToRecorder) => scope.onmessage?.({ data });
  tell({ kind: 'start', id: '1', rate: 48_000 });
  const loudness = [0.5, 0.9, 0.4, 0.7];
  for (const level of loudness) {
    for (let block = 0; block < 50; block++) tell({ kind: 'sound', samples: new Float32Array(1920).fill(block === 25 ? -level : 0.01) });
  }
  tell({ kind: 'stop' });
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ kind: 'done' }));
  const [head, ...pieces] = peaks;
  expect(head).toBeNull();
  expect(pieces.filter((peak) => peak !== null).map((peak) => Number(peak.toFixed(2)))).toEqual(loudness);
});
