import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentContext, stubNodes } from '@/testing/silent-context';
import { Mixer } from './mixer';

/** Outputs that open when the test says so, and those that play. */
let opening: { resolve: () => void; reject: (error: Error) => void }[];
let playing: Set<string>;

class SlowAudio {
  #id = '';
  setSinkId(id: string): Promise<void> {
    this.#id = id;
    return new Promise((resolve, reject) => opening.push({ resolve, reject }));
  }
  play = async () => void playing.add(this.#id);
  pause = () => void playing.delete(this.#id);
}

beforeEach(() => {
  stubNodes();
  opening = [];
  playing = new Set();
  vi.stubGlobal('Audio', SlowAudio);
  vi.stubGlobal('MediaStreamAudioDestinationNode', class {});
});
afterEach(() => void vi.unstubAllGlobals());

const phones = { kind: 'output', deviceId: 'phones' } as const;

it('leaves an output closed that opens after the headphones were turned off', async () => {
  const mixer = new Mixer(silentContext(), 2);
  const chosen = mixer.setHeadphones(phones);
  expect(await mixer.setHeadphones({ kind: 'off' })).toBe(true);
  opening[0]?.resolve();
  expect(await chosen).toBe(false);
  expect(playing.size).toBe(0);
});

it('plays on the output that was chosen last, in whichever order they open', async () => {
  const mixer = new Mixer(silentContext(), 2);
  const first = mixer.setHeadphones(phones);
  const second = mixer.setHeadphones({ kind: 'output', deviceId: 'booth' });
  opening[1]?.resolve();
  expect(await second).toBe(true);
  opening[0]?.resolve();
  expect(await first).toBe(false);
  expect([...playing]).toEqual(['booth']);
  await mixer.setHeadphones({ kind: 'off' });
  expect(playing.size).toBe(0);
});

it('rejects for an output that the browser refuses, unless another was chosen meanwhile', async () => {
  const mixer = new Mixer(silentContext(), 2);
  const refused = mixer.setHeadphones(phones);
  opening[0]?.reject(new Error('no'));
  await expect(refused).rejects.toThrow('no');
  const late = mixer.setHeadphones(phones);
  await mixer.setHeadphones({ kind: 'off' });
  opening[1]?.reject(new Error('no'));
  expect(await late).toBe(false);
});
