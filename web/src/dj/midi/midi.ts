import { Watched } from '../state';
import { type ControllerMap, emptyMap, isMap } from './map';
import { type Message, messageOf } from './message';
import { MIDI_ON } from './remembered';
import { type Actions, Surface } from './surface';

/** The parts of Web MIDI that are used, so that tests can replace them. */
type Port = { id: string; name: string | null };
export type Input = Port & { onmidimessage: ((event: { data: Uint8Array | null }) => void) | null };
export type Output = Port & { send(data: number[]): void };
export type Access = {
  inputs: ReadonlyMap<string, Input>;
  outputs: ReadonlyMap<string, Output>;
  onstatechange: (() => void) | null;
};

export type MidiState = {
  phase: 'off' | 'asking' | 'denied' | 'on';
  /** The connected devices. */
  devices: readonly { id: string; name: string; map: ControllerMap; isOwn: boolean }[];
};

/** Where maps are kept, by the name of the device. */
type Memory = { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };

const KEY = 'sonora_desk_midi';

/** Whether this browser supports MIDI controllers. */
export const canMidi = () => 'requestMIDIAccess' in navigator;

/** Connects the controllers of this computer to the desk. */
export class Midi extends Watched<MidiState> {
  readonly #actions: Actions;
  readonly #ready: readonly ControllerMap[];
  readonly #memory: Memory;
  readonly #ask: () => Promise<Access>;
  readonly #listeners = new Set<(message: Message, device: string) => void>();
  #access: Access | null = null;
  #surfaces = new Map<string, { surface: Surface; output: Output | null }>();

  constructor(actions: Actions, ready: readonly ControllerMap[], memory: Memory, ask = askBrowser) {
    super({ phase: 'off', devices: [] });
    this.#actions = actions;
    this.#ready = ready;
    this.#memory = memory;
    this.#ask = ask;
  }

  /** Asks for permission, and connects the controllers that are there or are plugged in later. */
  async connect(): Promise<void> {
    if (this.get().phase === 'asking' || this.get().phase === 'on') return;
    this.set({ phase: 'asking' });
    try {
      this.#access = await this.#ask();
    } catch {
      this.#memory.remove(MIDI_ON);
      return this.set({ phase: 'denied' });
    }
    this.#memory.set(MIDI_ON, '1');
    this.#access.onstatechange = () => this.#look();
    this.set({ phase: 'on' });
    this.#look();
  }

  /** Calls the listener, and nothing else, with every message, so that controls can be learnt. Returns a function that ends this. */
  listen(listener: (message: Message, device: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Uses a map for a device and remembers it; null restores the ready-made one. */
  use(device: string, map: ControllerMap | null): void {
    const own = this.#own();
    if (map) own[device] = map;
    else delete own[device];
    this.#memory.set(KEY, JSON.stringify(own));
    this.#look();
  }

  /** Brings the lights up to date; called when the desk changes. */
  readonly light = (): void => {
    for (const { surface, output } of this.#surfaces.values()) if (output) show(surface.lights(), output);
  };

  /** Connects the devices that are there now. */
  #look() {
    const access = this.#access;
    if (!access) return;
    const own = this.#own();
    this.#surfaces = new Map();
    const free = [...access.outputs.values()];
    const devices = [...access.inputs.values()].map((input) => {
      const name = input.name ?? input.id;
      const map = own[name] ?? this.#ready.find(({ device }) => name.toLowerCase().includes(device.toLowerCase())) ?? emptyMap(name);
      const surface = new Surface(map, this.#actions);
      const place = free.findIndex((port) => port.name === input.name);
      const [output = null] = place < 0 ? [] : free.splice(place, 1); // two controllers may have one name
      this.#surfaces.set(input.id, { surface, output });
      input.onmidimessage = ({ data }) => data && this.#heard(surface, data, name);
      return { id: input.id, name, map, isOwn: name in own };
    });
    this.set({ devices });
    this.light();
  }

  #heard(surface: Surface, data: Uint8Array, device: string) {
    if (this.#listeners.size === 0) return surface.receive(data);
    const message = messageOf(data);
    if (message) for (const listener of this.#listeners) listener(message, device);
  }

  #own(): Record<string, ControllerMap> {
    try {
      const found: unknown = JSON.parse(this.#memory.get(KEY) ?? '{}');
      return Object.fromEntries(Object.entries(found ?? {}).filter((entry): entry is [string, ControllerMap] => isMap(entry[1])));
    } catch {
      return {}; // something else wrote there
    }
  }
}

/** Sends messages to a controller, which may be going away. */
function show(messages: readonly number[][], output: Output) {
  try {
    for (const data of messages) output.send(data);
  } catch (error) {
    console.warn('light a controller failed', error);
  }
}

const askBrowser = (): Promise<Access> => navigator.requestMIDIAccess({ sysex: false }) as Promise<unknown> as Promise<Access>;
