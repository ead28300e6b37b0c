import { type Binding, bindingOf, CONTROLS, type ControllerMap, type ControlName, type Counting, type Kind } from './map';
import { isBend, type Message, messageOf } from './message';
import { Takeover } from './takeover';

/** The action of a control at the desk. */
export type Action =
  | { kind: 'button'; press: () => void; release?: () => void; isLit?: () => boolean }
  /** From 0 to 1. */
  | { kind: 'fader'; get: () => number; set: (share: number) => void }
  /** Turns of the wheel; negative turns are to the left. */
  | { kind: 'wheel'; turn: (turns: number) => void }
  /** Clicks of a knob without ends; negative ones are to the left. */
  | { kind: 'knob'; turn: (clicks: number) => void };

export type Actions = Record<ControlName, Action>;

const KINDS = new Map(CONTROLS.map(({ name, kind }) => [name, kind]));
const MAX = 127;
const MAX_FINE = 16_383;

const addressOf = (status: number, number: number) => status * 128 + number;

/** A controller with its map: turns messages into actions, and the state of the desk into lights. */
export class Surface {
  readonly #map: ControllerMap;
  readonly #actions: Actions;
  readonly #bound = new Map<number, ((value: number) => void)[]>();
  readonly #lights: { binding: Binding; isLit: () => boolean; shown: boolean | null }[] = [];

  constructor(map: ControllerMap, actions: Actions) {
    this.#map = map;
    this.#actions = actions;
    for (const [name, text] of Object.entries(map.controls) as [ControlName, string][]) {
      const binding = bindingOf(text);
      const kind = KINDS.get(name);
      if (binding && kind) this.#bind(name, kind, binding);
    }
  }

  receive(data: Uint8Array): void {
    const message = messageOf(data);
    if (message) this.#run(message);
  }

  /** The messages that bring the controller's lights up to date. */
  lights(): number[][] {
    return this.#lights.flatMap((light) => {
      const isLit = light.isLit();
      if (isLit === light.shown) return [];
      light.shown = isLit;
      return [[light.binding.status, light.binding.number, isLit ? MAX : 0]];
    });
  }

  #run({ status, number, value }: Message) {
    for (const take of this.#bound.get(addressOf(status, number)) ?? []) take(value);
  }

  #bind(name: ControlName, kind: Kind, binding: Binding) {
    const action = this.#actions[name];
    if (kind === 'button' && action.kind === 'button') this.#button(binding, action);
    if (kind === 'fader' && action.kind === 'fader') this.#fader(binding, action);
    const { wheel, steps, knob = 'signed' } = this.#map;
    if (kind === 'wheel' && action.kind === 'wheel') this.#turned(binding, wheel, (moved) => action.turn(moved / steps));
    if (kind === 'knob' && action.kind === 'knob') this.#turned(binding, knob, action.turn);
  }

  #on(status: number, number: number, take: (value: number) => void) {
    const address = addressOf(status, number);
    this.#bound.set(address, [...(this.#bound.get(address) ?? []), take]);
  }

  #button(binding: Binding, { press, release, isLit }: Action & { kind: 'button' }) {
    this.#on(binding.status, binding.number, (value) => (value > 0 ? press() : release?.()));
    if (isLit) this.#lights.push({ binding, isLit, shown: null });
  }

  /** With two messages for a position, the coarse one waits for the fine one; a device that sends no fine one is heard, too. */
  #fader({ status, number, fine, isReversed }: Binding, { get, set }: Action & { kind: 'fader' }) {
    const takeover = new Takeover();
    const take = (share: number) => {
      const position = isReversed ? 1 - share : share;
      if (takeover.takes(position, get())) set(position);
    };
    if (isBend(status)) return this.#on(status, number, (value) => take(value / MAX_FINE));
    if (fine === null) return this.#on(status, number, (value) => take(value / MAX));
    let coarse: number | null = null;
    let isWaiting = false;
    this.#on(status, number, (value) => {
      if (isWaiting) take(value / MAX);
      coarse = value;
      isWaiting = true;
    });
    this.#on(status, fine, (value) => {
      isWaiting = false;
      if (coarse !== null) take((coarse * 128 + value) / MAX_FINE);
    });
  }

  /** What turns without an end. */
  #turned({ status, number, isReversed }: Binding, counting: Counting, turn: (steps: number) => void) {
    let last: number | null = null;
    this.#on(status, number, (value) => {
      const moved = counting === 'absolute' ? shortest(value - (last ?? value)) : counting === 'centred' ? value - 64 : shortest(value);
      last = value;
      if (moved !== 0) turn((isReversed ? -1 : 1) * moved);
    });
  }
}

/** A number of steps between −64 and 63 for one of 7 bits: a wheel that passes its zero goes on. */
const shortest = (steps: number) => ((((steps + 64) % 128) + 128) % 128) - 64;
