import { vi } from 'vitest';

/** A node that does nothing, and neither do its parameters. */
const node: object = new Proxy(() => node, { get: (_, key) => (key === 'then' ? undefined : node), set: () => true });

/** Makes the constructors of nodes that the desk uses, until `vi.unstubAllGlobals`. */
export function stubNodes(): void {
  for (const name of ['WaveShaperNode', 'GainNode', 'DelayNode', 'BiquadFilterNode'])
    vi.stubGlobal(
      name,
      class {
        constructor() {
          Object.setPrototypeOf(this, node);
        }
      },
    );
}

/** An audio context without sound, with a time that tests set. */
export function silentContext() {
  const own = { currentTime: 0, sampleRate: 48_000 };
  return new Proxy(own, { get: (target, key) => (key in target ? target[key as 'currentTime'] : node) }) as typeof own & BaseAudioContext;
}
