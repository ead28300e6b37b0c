import { describe, expect, it, test, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { Microphone } from './microphone';
import type { Mixer } from './mixer';
import { outputsOf, unhide, whenGone } from './outputs';

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

describe('a microphone', () => {
  const asking = (answer: () => Promise<unknown>) => vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: answer } });
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
  ] as const)('that cannot be opened because of %s is %s, and can be asked for again', async (name, phase) => {
    const microphone = new Microphone({ setDucked: vi.fn() } as unknown as Mixer, new FakeClock());
    const ask = vi.fn(() => Promise.reject(new DOMException('no', name)));
    asking(ask);
    await microphone.open();
    expect(microphone.get().phase).toBe(phase);
    await microphone.open();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('ducks the music while somebody speaks, and lets it rise when it is unplugged', async () => {
    const track = Object.assign(new EventTarget(), { stop: vi.fn() });
    const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
    class FakeInput {
      mediaStream = stream;
      connect() {}
      disconnect() {}
    }
    vi.stubGlobal('MediaStreamAudioSourceNode', FakeInput);
    asking(() => Promise.resolve(stream));
    let loud = 0;
    const voiceMeter = { fftSize: 4, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(loud) };
    const ducked: number[] = [];
    const mixer = { setDucked: (gain: number) => ducked.push(gain), setVoice: vi.fn(), voice: {}, voiceMeter };
    const clock = new FakeClock();
    const microphone = new Microphone(mixer as unknown as Mixer, clock);
    await microphone.open();
    loud = 0.3;
    clock.advance(40);
    expect([microphone.get().phase, ducked.at(-1)]).toEqual(['open', 0.25]);
    loud = 0;
    clock.advance(600);
    expect(ducked.at(-1)).toBe(0.25); // a pause between words
    clock.advance(200);
    expect(ducked.at(-1)).toBe(1);
    loud = 0.3;
    clock.advance(40);
    track.dispatchEvent(new Event('ended'));
    expect([microphone.get().phase, ducked.at(-1), track.stop.mock.calls.length]).toEqual(['missing', 1, 1]);
  });
});

test('outputs are hidden until the microphone is allowed, which is not used for it', async () => {
  const output = (deviceId: string, label: string) => ({ kind: 'audiooutput', deviceId, label }) as MediaDeviceInfo;
  let isAllowed = false;
  const hidden = [output('', '')];
  const all = [output('default', 'Default'), output('x', 'Phones'), { ...output('m', 'Mic'), kind: 'audioinput' } as MediaDeviceInfo];
  const devices = { enumerateDevices: async () => (isAllowed ? all : hidden) };
  expect(await outputsOf(devices)).toEqual({ named: [], areHidden: true });
  const stop = vi.fn();
  await unhide({ getUserMedia: async () => ({ getTracks: () => [{ stop }] }) as unknown as MediaStream });
  expect(stop).toHaveBeenCalledOnce();
  isAllowed = true;
  expect(await outputsOf(devices)).toEqual({ named: [all[1]], areHidden: false });
});

test('an output that is unplugged is missed once, and others are not', async () => {
  let ids = ['speakers', 'phones'];
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => ids.map((deviceId) => ({ kind: 'audiooutput', deviceId }) as MediaDeviceInfo),
  });
  const gone = vi.fn();
  whenGone(devices, 'phones', gone);
  const change = async (left: string[]) => {
    ids = left;
    devices.dispatchEvent(new Event('devicechange'));
    await new Promise((resolve) => setTimeout(resolve));
    return gone.mock.calls.length;
  };
  expect([await change(['phones']), await change(['speakers']), await change([])]).toEqual([0, 1, 1]);
});

test('an output that was unplugged before anybody looked is missed, unless nobody cares any more', async () => {
  const devices = Object.assign(new EventTarget(), { enumerateDevices: async () => [] });
  const [gone, late] = [vi.fn(), vi.fn()];
  whenGone(devices, 'phones', gone);
  whenGone(devices, 'phones', late)();
  await new Promise((resolve) => setTimeout(resolve));
  expect(gone).toHaveBeenCalledOnce();
  expect(late).not.toHaveBeenCalled();
});
