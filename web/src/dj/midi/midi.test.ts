import { describe, expect, it, test, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { unknown } from '../deck/track';
import type { Desk } from '../desk';
import { silentDesk, sound } from '../fakes';
import { actionsOf } from './controls';
import { countingOf, learned, taught } from './learn';
import { bindingOf, CONTROLS, type ControllerMap, emptyMap, written } from './map';
import { READY } from './maps';
import { type Access, type Input, Midi, type Output } from './midi';
import { MIDI_ON } from './remembered';
import { type Action, type Actions, Surface } from './surface';
import { Takeover } from './takeover';

/** Actions that write down what happens. */
function noted() {
  const done: string[] = [];
  const values: Record<string, number> = {};
  const lit = new Set<string>();
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  const action = (name: string, kind: Action['kind']): Action => {
    if (kind === 'button') {
      const isLit = () => lit.has(name);
      return { kind, isLit, press: () => void done.push(name), release: () => void done.push(`-${name}`) };
    }
    if (kind === 'wheel' || kind === 'knob') return { kind, turn: (turns) => void done.push(`${name} ${round(turns)}`) };
    const set = (share: number) => {
      values[name] = share;
      done.push(`${name} ${round(share)}`);
    };
    return { kind, get: () => values[name] ?? 0.5, set };
  };
  const actions = Object.fromEntries(CONTROLS.map(({ name, kind }) => [name, action(name, kind)])) as Actions;
  return { done, values, lit, actions };
}

const mapOf = (controls: ControllerMap['controls'], change: Partial<ControllerMap> = {}) => ({ ...emptyMap('Test'), controls, ...change });

function surfaceWith(controls: ControllerMap['controls'], change: Partial<ControllerMap> = {}) {
  const notes = noted();
  const surface = new Surface(mapOf(controls, change), notes.actions);
  const send = (...bytes: number[]) => surface.receive(Uint8Array.from(bytes));
  return { ...notes, surface, send };
}

describe('a controller', () => {
  it('presses and releases, also with a note off or a note on of velocity 0, and ignores what nothing is bound to', () => {
    const { send, done } = surfaceWith({ 'a.play': '90 0B', 'b.cue': '91 0C' });
    send(0x90, 0x0b, 127);
    send(0x90, 0x0b, 0);
    send(0x91, 0x0c, 64);
    send(0x81, 0x0c, 64);
    send(0x91, 0x0b, 127);
    send(0xf8);
    send(0xfe, 0, 0);
    expect(done).toEqual(['a.play', '-a.play', 'b.cue', '-b.cue']);
  });

  it('has faders of 7 bits, and such that work the other way round', () => {
    const { send, done, values } = surfaceWith({ 'a.volume': 'B0 13', 'b.volume': '-B1 13' });
    values['a.volume'] = 1;
    values['b.volume'] = 1;
    send(0xb0, 0x13, 127);
    send(0xb0, 0x13, 0);
    send(0xb1, 0x13, 0);
    expect(done).toEqual(['a.volume 1', 'a.volume 0', 'b.volume 1']);
  });

  it('has faders of 14 bits, which never jump between their two messages', () => {
    const { send, done } = surfaceWith({ crossfader: 'B6 1F 3F' });
    send(0xb6, 0x1f, 64);
    send(0xb6, 0x3f, 0);
    send(0xb6, 0x1f, 63);
    send(0xb6, 0x3f, 127); // a step less: 8191
    expect(done).toEqual(['crossfader 0.5', 'crossfader 0.5']);
    send(0xb6, 0x3f, 0); // within the same coarse step
    expect(done[2]).toBe('crossfader 0.4922');
  });

  it('understands a device that promises 14 bits and sends 7', () => {
    const { send, done } = surfaceWith({ crossfader: 'B6 1F 3F' });
    for (const value of [64, 66, 68]) send(0xb6, 0x1f, value);
    expect(done).toEqual(['crossfader 0.5197', 'crossfader 0.5354']);
  });

  it.each([
    ['signed', [1, 127, 3], ['a.edge 0.01', 'a.edge -0.01', 'a.edge 0.03']],
    ['centred', [65, 63, 64, 67], ['a.edge 0.01', 'a.edge -0.01', 'a.edge 0.03']],
    ['absolute', [120, 125, 2, 0], ['a.edge 0.05', 'a.edge 0.05', 'a.edge -0.02']],
  ] as const)('has jog wheels that count in a %s way', (wheel, values, expected) => {
    const { send, done } = surfaceWith({ 'a.edge': 'B0 21' }, { wheel, steps: 100 });
    for (const value of values) send(0xb0, 0x21, value);
    expect(done).toEqual(expected);
  });

  it('has faders that send pitch bends, which have 14 bits in one message', () => {
    const { send, done } = surfaceWith({ crossfader: 'E6 00', 'a.volume': '-E0 00' });
    send(0xe6, 0, 64);
    send(0xe6, 127, 63); // a step less: 8191
    send(0xe0, 127, 127);
    send(0xe0, 0, 0);
    expect(done).toEqual(['crossfader 0.5', 'crossfader 0.5', 'a.volume 1']);
  });

  it('goes through the songs by clicks, whatever its wheels count', () => {
    const { send, done } = surfaceWith({ browse: 'B6 40', loadFree: '96 41' }, { wheel: 'centred' });
    for (const value of [1, 127, 3]) send(0xb6, 0x40, value);
    send(0x96, 0x41, 127);
    expect(done).toEqual(['browse 1', 'browse -1', 'browse 3', 'loadFree']);
  });

  it('lights what is on, and sends only what changes', () => {
    const { surface, lit } = surfaceWith({ 'a.play': '90 0B', 'a.sync': '90 58' });
    expect(surface.lights()).toEqual([[0x90, 0x0b, 0], [0x90, 0x58, 0]]); // biome-ignore format: messages
    lit.add('a.play');
    expect(surface.lights()).toEqual([[0x90, 0x0b, 127]]);
    expect(surface.lights()).toEqual([]);
  });
});

describe('soft takeover', () => {
  it('waits until the fader meets the value, then holds it', () => {
    const takeover = new Takeover();
    expect([0.1, 0.3, 0.48].map((at) => takeover.takes(at, 0.5))).toEqual([false, false, true]);
    expect(takeover.takes(0.9, 0.48)).toBe(true); // as fast as a person likes
  });
  it('takes a fader that was moved across the value', () => {
    const takeover = new Takeover();
    expect([takeover.takes(0.1, 0.5), takeover.takes(0.8, 0.5)]).toEqual([false, true]);
  });
  it('waits again after the value was changed on the screen', () => {
    const takeover = new Takeover();
    takeover.takes(0.5, 0.5);
    expect([takeover.takes(0.52, 0.9), takeover.takes(0.89, 0.9)]).toEqual([false, true]);
  });
});

describe('a map', () => {
  it.each(['90 0B', 'B0 00 20', '-B0 09 29', 'B6 1F', 'E0 00'])('writes %s as it was read', (text) => {
    expect(written(bindingOf(text) ?? { status: 0, number: 0, fine: null, isReversed: false })).toBe(text);
  });
  it.each(['', '90', '90 80', '80 0B', 'A0 0B', 'F0 00', '90 0b', '90 0B 1', 'B0 00 20 00'])('does not read “%s”', (text) =>
    expect(bindingOf(text)).toBeNull(),
  );

  const kinds = new Map<string, string>(CONTROLS.map(({ name, kind }) => [name, kind]));
  it.each(READY.map((map) => [map.name, map] as const))(
    'of %s has readable controls, each message once, and says where it is from',
    (_, map) => {
      const entries = Object.entries(map.controls).map(([name, text]) => ({ name, kind: kinds.get(name), binding: bindingOf(text) }));
      for (const { name, kind, binding } of entries) {
        expect([name, kind !== undefined && binding !== null]).toEqual([name, true]);
        expect([name, (binding?.status ?? 0) & 0xf0]).toEqual([name, kind === 'button' ? 0x90 : 0xb0]);
      }
      const messages = entries.flatMap(({ binding }) =>
        binding ? [binding.number, binding.fine].map((n) => n !== null && `${binding.status} ${n}`) : [],
      );
      const used = messages.filter(Boolean);
      expect(new Set(used).size).toBe(used.length);
      expect(map.source).toMatch(/^https:\/\//);
      expect(['signed', 'centred', 'absolute']).toContain(map.wheel);
      for (const name of ['play', 'cue', 'sync', 'volume', 'pitch', 'edge', 'hotCue4'])
        expect(map.controls).toEqual(expect.objectContaining({ [`a.${name}`]: expect.anything(), [`b.${name}`]: expect.anything() }));
    },
  );
  it('is there for at least five controllers', () => expect(new Set(READY.map(({ device }) => device)).size).toBeGreaterThanOrEqual(5));
});

describe('learning', () => {
  const cc = (number: number, ...values: number[]) => values.map((value) => ({ status: 0xb0, number, value }));
  it('takes the first button that is pressed', () => {
    const heard = [{ status: 0x90, number: 5, value: 0 }, { status: 0x90, number: 7, value: 127 }]; // biome-ignore format: messages
    expect(learned('button', heard)).toEqual({ status: 0x90, number: 7, fine: null, isReversed: false });
    expect(learned('button', heard.slice(0, 1))).toBeNull();
  });
  it('takes the fader that moves, with its fine part', () => {
    expect(learned('fader', cc(7, 1, 2, 3))).toBeNull(); // not clear yet
    expect(learned('fader', cc(7, 1, 2, 3, 4))).toMatchObject({ number: 7, fine: null });
    expect(learned('fader', [...cc(0, 1, 2), ...cc(32, 5, 90, 40, 7)])).toMatchObject({ number: 0, fine: 32 });
    expect(learned('fader', [...cc(0, 1, 2, 3, 4), ...cc(32, 5, 90)])).toMatchObject({ number: 0, fine: 32 });
    expect(learned('fader', cc(40, 1, 2, 3, 4))).toMatchObject({ number: 40, fine: null });
  });
  it('takes a fader that sends pitch bends', () => {
    const heard = [8191, 8300, 8400, 8500].map((value) => ({ status: 0xe1, number: 0, value }));
    expect(learned('fader', heard)).toEqual({ status: 0xe1, number: 0, fine: null, isReversed: false });
    expect(learned('wheel', heard)).toBeNull();
  });
  it('gives a message to one control, and sees how a knob counts', () => {
    const map = mapOf({ 'a.volume': 'B0 13 33', 'a.play': '90 0B', 'b.edge': 'B0 21' }, { wheel: 'centred' });
    const heard = cc(0x13, 65, 63, 66, 64);
    const binding = { status: 0xb0, number: 0x13, fine: null, isReversed: false };
    const next = taught(map, 'browse', binding, heard);
    expect(next.controls).toEqual({ 'a.play': '90 0B', 'b.edge': 'B0 21', browse: 'B0 13' });
    expect([next.wheel, next.knob]).toEqual(['centred', 'centred']);
    expect(taught(map, 'a.top', { ...binding, number: 0x22 }, cc(0x22, 1, 127, 2, 1)).wheel).toBe('signed');
  });
  it('does not take a button for a fader', () => expect(learned('fader', Array(9).fill({ status: 0x90, number: 7, value: 1 }))).toBeNull());
  it.each([
    ['signed', [1, 2, 127, 126, 1]],
    ['centred', [65, 63, 66, 64]],
    ['absolute', [10, 30, 50, 70, 90]],
  ] as const)('sees that a wheel counts in a %s way', (way, values) => expect(countingOf(values)).toBe(way));
});

/** A computer with controllers. */
function computer(...names: string[]) {
  const kept = new Map<string, string>();
  const memory = { get: (key: string) => kept.get(key) ?? null, set: (key: string, value: string) => void kept.set(key, value), remove: (key: string) => void kept.delete(key) }; // biome-ignore format: short
  const plug = (name: string): [string, Input] => [name, { id: name, name, onmidimessage: null }];
  const sent: number[][] = [];
  const output = (name: string): Output => ({ id: `out ${name}`, name, send: (data) => void sent.push(data) });
  const inputs = new Map(names.map(plug));
  const access: Access = { inputs, outputs: new Map(names.map((name) => [name, output(name)])), onstatechange: null };
  const notes = noted();
  const open = (ask = async (): Promise<Access> => access) => new Midi(notes.actions, READY, memory, ask);
  const press = (name: string, ...bytes: number[]) => inputs.get(name)?.onmidimessage?.({ data: Uint8Array.from(bytes) });
  const plugIn = (name: string) => {
    inputs.set(...plug(name));
    access.onstatechange?.();
  };
  return { ...notes, access, kept, plugIn, open, press, sent };
}

test('a known controller works at once, with its lights', async () => {
  const { open, press, done, sent, lit } = computer('DDJ-400 MIDI 1');
  const midi = open();
  await midi.connect();
  expect(midi.get().devices.map(({ name, map }) => [name, map.name])).toEqual([['DDJ-400 MIDI 1', 'Pioneer DDJ-400']]);
  press('DDJ-400 MIDI 1', 0x90, 0x0b, 127);
  expect(done).toEqual(['a.play']);
  sent.length = 0;
  lit.add('a.play');
  midi.light();
  expect(sent).toEqual([[0x90, 0x0b, 127]]);
});

test('a controller that is plugged in later works, too', async () => {
  const { open, press, plugIn, done } = computer();
  const midi = open();
  await midi.connect();
  expect(midi.get()).toEqual({ phase: 'on', devices: [] });
  plugIn('DJControl Starlight');
  press('DJControl Starlight', 0x92, 0x07, 127);
  expect(done).toEqual(['b.play']);
});

test('a denied permission is said, and nothing asks again by itself', async () => {
  const { open, kept } = computer('DDJ-400');
  const ask = vi.fn().mockRejectedValue(new DOMException('no', 'SecurityError'));
  const midi = open(ask);
  await midi.connect();
  expect(midi.get().phase).toBe('denied');
  expect(kept.size).toBe(0);
});

test('what was learned is remembered for its device, and nothing happens while learning', async () => {
  const { open, press, done, kept } = computer('Mystery Box');
  const midi = open();
  await midi.connect();
  const heard: number[] = [];
  const stop = midi.listen(({ number }) => heard.push(number));
  press('Mystery Box', 0x95, 3, 127);
  stop();
  expect(heard).toEqual([3]);
  midi.use('Mystery Box', { ...emptyMap('Mystery Box'), controls: { 'b.cue': '95 03' } });
  const later = open();
  expect(kept.get(MIDI_ON)).toBeTruthy();
  await later.connect();
  expect(later.get().devices[0]?.isOwn).toBe(true);
  press('Mystery Box', 0x95, 3, 127);
  expect(done).toEqual(['b.cue']);
  later.use('Mystery Box', null);
  press('Mystery Box', 0x95, 3, 127);
  expect(done).toEqual(['b.cue']);
});

test('controls move the desk: pitch within its range, wheels that nudge, and wheels that move a record', () => {
  const clock = new FakeClock();
  const state = { track: {}, isPlaying: true, pitch: 0, volume: 75, hotCues: [null], loopSize: 4 };
  const scratch = { begin: vi.fn(), by: vi.fn(), end: vi.fn() };
  const deck = { get: () => state, scratch, setVolume: vi.fn() };
  const desk = {
    decks: [deck, deck],
    all: [deck, deck, deck, deck],
    get: () => ({ crossfader: 50 }),
    setPitch: vi.fn(),
    nudge: vi.fn(),
    setCrossfader: vi.fn(),
    songs: { move: vi.fn(), load: vi.fn() },
  };
  const actions = actionsOf(desk as unknown as Desk, clock, () => 8);
  const send = (controls: ControllerMap['controls'], ...bytes: number[][]) => {
    const surface = new Surface(mapOf(controls, { wheel: 'signed', steps: 100 }), actions);
    for (const message of bytes) surface.receive(Uint8Array.from(message));
  };
  send({ 'a.pitch': 'B0 00 20' }, [0xb0, 0, 64], [0xb0, 32, 0], [0xb0, 0, 127], [0xb0, 32, 127]);
  expect(desk.setPitch).toHaveBeenLastCalledWith(deck, 8);
  send({ 'a.volume': 'B0 13' }, [0xb0, 0x13, 95], [0xb0, 0x13, 127]);
  expect(deck.setVolume).toHaveBeenLastCalledWith(100);
  send({ 'a.edge': 'B0 21' }, [0xb0, 0x21, 2]);
  expect(desk.nudge).toHaveBeenLastCalledWith(deck, 1);
  clock.advance(200);
  expect(desk.nudge).toHaveBeenLastCalledWith(deck, 0);
  send({ browse: 'B6 40', 'b.load': '96 47', loadFree: '96 41' }, [0xb6, 0x40, 126], [0x96, 0x47, 127], [0x96, 0x41, 127]);
  expect(desk.songs.move).toHaveBeenCalledWith(-2);
  expect(desk.songs.load.mock.calls).toEqual([[1], [null]]);
  send({ 'a.edge': 'B0 21', 'a.touch': '90 36' }, [0x90, 0x36, 127], [0xb0, 0x21, 127 - 49]); // half a turn back
  expect(scratch.begin).toHaveBeenCalled();
  expect(scratch.by).toHaveBeenLastCalledWith(-0.9);
});

test('a hot cue is cleared while another button is held', () => {
  const desk = silentDesk(new FakeClock());
  const [deck] = desk.decks as [Desk['decks'][number]];
  deck.load({ ...unknown('x'), duration: 60 }, sound(60));
  deck.hotCues.set(0, 12);
  const actions = actionsOf(desk, new FakeClock(), () => 8);
  const surface = new Surface(mapOf({ 'a.hotCue1': '97 00', 'a.clear': '97 40' }), actions);
  const send = (...bytes: number[]) => surface.receive(Uint8Array.from(bytes));
  send(0x97, 0x40, 127);
  send(0x97, 0, 127);
  send(0x97, 0, 0);
  expect(deck.get().hotCues[0]).toBeNull();
  send(0x97, 0x40, 0);
  send(0x97, 0, 127);
  expect(deck.get().hotCues[0]).not.toBeNull();
});

test('two controllers of one name have their own lights, and one that fails does not darken the other', async () => {
  const { access, open, lit } = computer('DDJ-400 MIDI 1');
  const sent: string[] = [];
  const send = (id: string) => {
    sent.push(id);
    if (id === 'first') throw new Error('gone');
  };
  const port = (id: string) => ({ id, name: 'DDJ-400 MIDI 1', onmidimessage: null, send: () => send(id) });
  access.inputs = new Map(['1', '2'].map((id) => [id, port(id)]));
  access.outputs = new Map(['first', 'second'].map((id) => [id, port(id)]));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const midi = open();
  await midi.connect();
  sent.length = 0;
  lit.add('a.play');
  midi.light();
  expect(sent).toEqual(['first', 'second']);
});

test.each(['null', '"x"', '[]', '{"DDJ-400 MIDI 1":{}}', '{"DDJ-400 MIDI 1":null}', '{'])('a memory of %s is no map', async (text) => {
  const { kept, open, press, done } = computer('DDJ-400 MIDI 1');
  kept.set('sonora_desk_midi', text);
  await open().connect();
  press('DDJ-400 MIDI 1', 0x90, 0x0b, 127);
  expect(done).toEqual(['a.play']);
});
