/** What a controller's buttons, faders and wheels do. */

export const DECK_BUTTONS = [
  'play',
  'cue',
  'sync',
  'keyLock',
  'headphones',
  'slower',
  'faster',
  'loop',
  'loopIn',
  'loopOut',
  'halve',
  'double',
  'back',
  'forward',
  'hotCue1',
  'hotCue2',
  'hotCue3',
  'hotCue4',
  'hotCue5',
  'hotCue6',
  'hotCue7',
  'hotCue8',
  'clear',
  'effect1',
  'effect2',
  'load',
  'quantise',
  'slip',
  'roll',
  'reloop',
  'leader',
] as const;
const DECK_FADERS = ['pitch', 'volume', 'gain', 'high', 'mid', 'low', 'filter', 'amount', 'amount2'] as const;
/** A jog wheel: its edge nudges; its top, or the edge while the top is touched, moves the track. */
const DECK_WHEELS = ['edge', 'top'] as const;
const MIXER_FADERS = ['crossfader', 'master', 'headphoneLevel', 'cueMix'] as const;
/** A knob without ends that goes through the list of songs, and a button that loads the chosen one into the free deck. */
const [BROWSE, LOAD_FREE] = ['browse', 'loadFree'] as const;

export type DeckControl = (typeof DECK_BUTTONS)[number] | (typeof DECK_FADERS)[number] | (typeof DECK_WHEELS)[number] | 'touch';
type MixerControl = (typeof MIXER_FADERS)[number] | typeof BROWSE | typeof LOAD_FREE;
export const DECKS = ['a', 'b', 'c', 'd'] as const;
export type DeckName = (typeof DECKS)[number];
export type ControlName = `${DeckName}.${DeckControl}` | MixerControl;

export type Kind = 'button' | 'fader' | 'wheel' | 'knob';

const names = <const T extends readonly string[]>(list: T): readonly `${DeckName}.${T[number]}`[] =>
  DECKS.flatMap((deck) => list.map((name) => `${deck}.${name}` as const));

/** All controls in the order in which people learn them. */
export const CONTROLS: readonly { name: ControlName; kind: Kind }[] = [
  ...names([...DECK_BUTTONS, 'touch'] as const).map((name) => ({ name, kind: 'button' as const })),
  ...names(DECK_FADERS).map((name) => ({ name, kind: 'fader' as const })),
  ...names(DECK_WHEELS).map((name) => ({ name, kind: 'wheel' as const })),
  ...MIXER_FADERS.map((name) => ({ name, kind: 'fader' as const })),
  { name: BROWSE, kind: 'knob' },
  { name: LOAD_FREE, kind: 'button' },
];

/** How something that turns without an end counts: steps from 0 as a signed number, steps from 64, or positions from 0 to 127. */
export type Counting = 'signed' | 'centred' | 'absolute';

/**
 * The messages of a controller. Each control has the status byte and the number of its message, in hexadecimal: `90 0B` is note 11 on
 * channel 1, `B0 13` controller 19, `E0 00` the pitch bend of channel 1, which has 14 bits by itself. A third byte is the number of the fine
 * part of a 14-bit fader: `B0 00 20`. A minus before it means that the fader works the other way round: `-B0 09 29`.
 */
export type ControllerMap = {
  name: string;
  /** Part of the name by which the device is known to the browser. */
  device: string;
  /** Where its messages are documented. */
  source: string;
  /** How jog wheels count. */
  wheel: Counting;
  /** How the knob that goes through the songs counts; signed if it is not said. */
  knob?: Counting;
  /** Steps of one turn of a jog wheel. */
  steps: number;
  controls: Partial<Record<ControlName, string>>;
};

export type Binding = { status: number; number: number; fine: number | null; isReversed: boolean };

const WRITTEN = /^(-?)([9BE][0-9A-F]) ([0-7][0-9A-F])(?: ([0-7][0-9A-F]))?$/;

/** Reads a control of a map; null if it is not written as it should be. */
export function bindingOf(text: string): Binding | null {
  const [found, minus, status = '', number = '', fine] = WRITTEN.exec(text) ?? [];
  if (!found) return null;
  const hex = (digits: string) => Number.parseInt(digits, 16);
  return { status: hex(status), number: hex(number), fine: fine === undefined ? null : hex(fine), isReversed: minus === '-' };
}

/** Writes a control of a map. */
export function written({ status, number, fine, isReversed }: Binding): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, '0');
  return `${isReversed ? '-' : ''}${[status, number, ...(fine === null ? [] : [fine])].map(hex).join(' ')}`;
}

/** A map for a controller that has none yet. */
export const emptyMap = (device: string): ControllerMap => ({
  name: device,
  device,
  source: '',
  wheel: 'signed',
  steps: 128,
  controls: {},
});

const COUNTINGS: readonly unknown[] = ['signed', 'centred', 'absolute'] satisfies Counting[];

/** Whether a value that was kept is a map. */
export function isMap(found: unknown): found is ControllerMap {
  const { name, device, source, wheel, knob = 'signed', steps, controls } = (found ?? {}) as Record<keyof ControllerMap, unknown>;
  return (
    [name, device, source].every((text) => typeof text === 'string') &&
    [wheel, knob].every((counting) => COUNTINGS.includes(counting)) &&
    typeof steps === 'number' &&
    steps > 0 &&
    typeof controls === 'object' &&
    Object.values(controls ?? { none: 0 }).every((text) => typeof text === 'string')
  );
}
