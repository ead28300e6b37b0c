import { expect, test, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { Microphone } from './microphone';
import type { Mixer } from './mixer';

test('a microphone that is closed while the browser still asks stays closed', async () => {
  let allow = (_stream: unknown) => {};
  const asked = new Promise((resolve) => {
    allow = resolve;
  });
  const source = vi.fn();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => asked } });
  vi.stubGlobal('MediaStreamAudioSourceNode', source);
  const microphone = new Microphone({ setDucked: vi.fn() } as unknown as Mixer, new FakeClock());
  const opening = microphone.open();
  microphone.close();
  const track = { stop: vi.fn() };
  allow({ getTracks: () => [track] });
  await opening;
  expect(track.stop).toHaveBeenCalledOnce();
  expect(source).not.toHaveBeenCalled();
  expect(microphone.get().phase).toBe('closed');
});
