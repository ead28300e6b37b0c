import { type Binding, bindingOf, CONTROLS, type ControllerMap, type ControlName, type Counting, type Kind, written } from './map';
import { isBend, type Message } from './message';

const CONTROLLER = 0xb0;
/** The difference between the numbers of the coarse and the fine part of a fader (MIDI 1.0). */
const FINE = 32;
/** The fewest messages by which a fader is told from a button. */
const MIN_MOVES = 4;

/** The control that a person moves while the desk listens; null until that is clear. */
export function learned(kind: Kind, heard: readonly Message[]): Binding | null {
  if (kind === 'button') return pressed(heard);
  const moved = heard.filter(({ status }) => (status & 0xf0) === CONTROLLER || (kind === 'fader' && isBend(status)));
  const busiest = busiestOf(moved);
  if (!busiest || busiest.count < MIN_MOVES) return null;
  const { status, number } = busiest;
  if (kind !== 'fader' || isBend(status)) return { status, number, fine: null, isReversed: false };
  const has = (other: number) => other >= 0 && moved.some((message) => message.status === status && message.number === other);
  // The fine part moves more often, and jumps.
  if (number >= FINE && has(number - FINE)) return { status, number: number - FINE, fine: number, isReversed: false };
  return { status, number, fine: number < FINE && has(number + FINE) ? number + FINE : null, isReversed: false };
}

function pressed(heard: readonly Message[]): Binding | null {
  const first = heard.find(({ value }) => value > 0);
  return first ? { status: first.status, number: first.number, fine: null, isReversed: false } : null;
}

/** The address that was heard most often. */
function busiestOf(heard: readonly Message[]): { status: number; number: number; count: number } | null {
  const counts = new Map<string, { status: number; number: number; count: number }>();
  for (const { status, number } of heard) {
    const key = `${status} ${number}`;
    const known = counts.get(key) ?? { status, number, count: 0 };
    known.count++;
    counts.set(key, known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0] ?? null;
}

/** How something that turns without an end counts, from the values of its steps. */
export function countingOf(values: readonly number[]): Counting {
  const near = (place: number) => values.filter((value) => Math.abs(value - place) <= 12).length / Math.max(1, values.length);
  if (near(64) > 0.8) return 'centred';
  return near(0) + near(127) > 0.8 ? 'signed' : 'absolute';
}

const kinds = new Map(CONTROLS.map(({ name, kind }) => [name, kind]));

/** A map with a control that was learned from what was heard. A message does one thing: another control that had it loses it. */
export function taught(map: ControllerMap, name: ControlName, binding: Binding, heard: readonly Message[]): ControllerMap {
  const isSame = (text: string) => {
    const { status, number, fine } = bindingOf(text) ?? {};
    return status === binding.status && (number === binding.number || fine === binding.number);
  };
  const others = Object.entries(map.controls).filter(([, text]) => !isSame(text));
  const values = heard.filter(({ status, number }) => status === binding.status && number === binding.number).map(({ value }) => value);
  const kind = kinds.get(name);
  const counting = kind === 'wheel' ? { wheel: countingOf(values) } : kind === 'knob' ? { knob: countingOf(values) } : {};
  return { ...map, ...counting, controls: { ...Object.fromEntries(others), [name]: written(binding) } };
}
