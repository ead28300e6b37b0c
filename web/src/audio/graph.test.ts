import { describe, expect, it } from 'vitest';
import { FakeAudio, FakeClock } from './fakes';
import { equalPower, isIOS, WebAudioGraph } from './graph';

class FakeParam {
  value = 1;
  readonly calls: string[] = [];
  setValueAtTime = (value: number, at: number) => this.calls.push(`${value} @ ${at}`);
  linearRampToValueAtTime = (value: number, at: number) => this.calls.push(`→ ${value} @ ${at}`);
  setValueCurveAtTime = (curve: Float32Array, at: number, seconds: number) => this.calls.push(`curve ${curve.length} @ ${at} + ${seconds}`);
  setTargetAtTime = (value: number) => this.calls.push(`~ ${value}`);
  cancelScheduledValues = () => this.calls.push('cancel');
}

class FakeContext {
  state = 'suspended';
  currentTime = 2;
  destination = { name: 'destination' };
  readonly gains: { gain: FakeParam; to: unknown[]; connect: (node: unknown) => void }[] = [];
  readonly sources: unknown[] = [];
  createGain() {
    const to: unknown[] = [];
    const node = { gain: new FakeParam(), to, connect: (target: unknown) => to.push(target) };
    this.gains.push(node);
    return node;
  }
  createMediaElementSource(element: unknown) {
    this.sources.push(element);
    return { connect: () => {} };
  }
  createDynamicsCompressor() {
    const to: unknown[] = [];
    const [threshold, knee, ratio, attack, release] = Array.from({ length: 5 }, () => new FakeParam());
    return { threshold, knee, ratio, attack, release, to, connect: (target: unknown) => to.push(target) };
  }
  resume = async () => {
    this.state = 'running';
  };
  suspend = async () => {
    this.state = 'suspended';
  };
}

function world(activated = true) {
  const context = new FakeContext();
  let made = 0;
  const graph = new WebAudioGraph(
    () => {
      made++;
      return context as unknown as AudioContext;
    },
    () => activated,
  );
  return { graph, context, made: () => made, element: new FakeAudio(new FakeClock(), {}) };
}

describe('WebAudioGraph', () => {
  it('prepared before a gesture, it stays suspended, and takes elements only after one', () => {
    let activated = false;
    const context = new FakeContext();
    context.state = 'running'; // as in browsers that allow sound at once
    let made = 0;
    const graph = new WebAudioGraph(
      () => {
        made++;
        return context as unknown as AudioContext;
      },
      () => activated,
    );
    graph.prepare();
    graph.prepare();
    expect(context.state).toBe('suspended');
    const element = new FakeAudio(new FakeClock(), {});
    expect(graph.attach(element)).toBeNull();
    expect(context.state).toBe('suspended');
    activated = true;
    graph.wake();
    expect(context.state).toBe('running');
    expect(graph.attach(element)).not.toBeNull();
    expect(made).toBe(1);
  });

  it('stays suspended where the browser would start it a moment later', async () => {
    const { graph, context } = world();
    let isHeld = false;
    context.suspend = async () => {
      isHeld = true;
    };
    const starts = Promise.resolve().then(() => {
      context.state = isHeld ? 'suspended' : 'running';
    });
    graph.prepare();
    await starts;
    expect(context.state).toBe('suspended');
  });

  it('is created with the first element, and resumes the context in the same call', () => {
    const { graph, context, made, element } = world();
    expect(made()).toBe(0);
    graph.attach(element);
    expect([made(), context.state, context.sources]).toEqual([1, 'running', [element]]);
    const [master, limited, bus, dry, fade, gain] = context.gains;
    expect([gain?.to, fade?.to, bus?.to]).toEqual([[fade], [bus], [dry]]);
    expect([limited?.to, master?.to]).toEqual([[master], [context.destination]]);
  });

  it('does not connect an element that it would silence', () => {
    const { graph, made, element } = world(false);
    expect(graph.attach(element)).toBeNull();
    expect(made()).toBe(0);
  });

  it('starts with the volume, and smooths later changes', () => {
    const { graph, context, element } = world();
    graph.setVolume(0.3);
    graph.attach(element);
    expect(context.gains[0]?.gain.value).toBe(0.3);
    graph.setVolume(0.6);
    expect(context.gains[0]?.gain.calls).toEqual(['~ 0.6']);
  });

  it('sets the gain of a new item at once, and smooths later changes', () => {
    const { graph, context, element } = world();
    const fader = graph.attach(element);
    fader?.setGain(0.5, false);
    fader?.setGain(0.7, true);
    expect(context.gains[5]?.gain.calls).toEqual(['cancel', '0.5 @ 2', 'cancel', '~ 0.7']);
  });

  it('inserts a node before the limiter, even before anything plays', () => {
    const { graph, context, element } = world();
    const places: unknown[][] = [];
    graph.insert((...place) => places.push(place));
    expect(places).toEqual([]);
    graph.attach(element);
    const [, , bus, dry] = context.gains;
    expect(places[0]?.slice(0, 3)).toEqual([context, bus, dry]);
  });

  it('fades within the volume', () => {
    const { graph, context, element } = world();
    graph.attach(element);
    graph.dim(0, 10);
    expect(context.gains[1]?.gain.calls.at(-1)).toBe('→ 0 @ 12');
  });

  it('ramps on the audio clock', () => {
    const { graph, context, element } = world();
    const fader = graph.attach(element);
    fader?.ramp(0, 1, 0.025, 'linear');
    fader?.ramp(1, 0, 5, 'equal-power');
    fader?.set(1);
    expect(context.gains[4]?.gain.calls).toEqual(['cancel', '0 @ 2', '→ 1 @ 2.025', 'cancel', 'curve 64 @ 2 + 5', 'cancel', '1 @ 2']);
  });
});

it('keeps the power equal: the squares of both fades add up to one', () => {
  const up = equalPower(0, 1);
  const down = equalPower(1, 0);
  for (let i = 0; i < up.length; i++) expect((up[i] ?? 0) ** 2 + (down[i] ?? 0) ** 2).toBeCloseTo(1, 5);
  expect([up[0], up.at(-1)]).toEqual([0, 1]);
});

it('recognises iOS, and an iPad that identifies as a Mac', () => {
  expect(isIOS({ platform: 'iPhone', maxTouchPoints: 5 })).toBe(true);
  expect(isIOS({ platform: 'MacIntel', maxTouchPoints: 5 })).toBe(true);
  expect(isIOS({ platform: 'MacIntel', maxTouchPoints: 0 })).toBe(false);
  expect(isIOS({ platform: 'Linux x86_64', maxTouchPoints: 10 })).toBe(false);
});
