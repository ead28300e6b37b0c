import { Watched } from '@/dj/state';

/** The keys of a deck by their place on the keyboard: what the first deck does with one, the second does with the other. */
const PLAIN = {
  play: ['Q', 'P'],
  cue: ['A', 'L'],
  sync: ['Z', 'M'],
  loop: ['W', 'O'],
  halve: ['E', 'I'],
  double: ['R', 'U'],
  in: ['S', 'K'],
  out: ['D', 'J'],
  slower: ['X', 'N'],
  faster: ['C', 'B'],
  back: ['F', 'H'],
  forward: ['G', 'Y'],
  effect1: ['T', 'V'],
  effect2: ['5', '6'],
} as const;

/** Those with Shift that do something at once. */
const SHIFTED = {
  killHigh: ['W', 'O'],
  killMid: ['S', 'K'],
  killLow: ['X', 'N'],
  headphones: ['D', 'J'],
  roll: ['E', 'I'],
  slip: ['T', 'V'],
  keyLock: ['5', '6'],
} as const;

/** Those with Shift that hold a knob or a fader, which the arrows then turn. */
const TURNED = {
  volume: ['C', 'B'],
  high: ['Q', 'P'],
  mid: ['A', 'L'],
  low: ['Z', 'M'],
  filter: ['F', 'H'],
  gain: ['R', 'U'],
  pitch: ['G', 'Y'],
} as const;

/** Those with Alt: each is on the key of what it belongs to. */
const WITH_ALT = {
  setCue: ['A', 'L'],
  leader: ['Z', 'M'],
  reloop: ['W', 'O'],
  quantise: ['S', 'K'],
} as const;

export type Control = keyof typeof TURNED;
export type Act = keyof typeof PLAIN | keyof typeof SHIFTED | keyof typeof WITH_ALT;
export type Named = Act | Control;

export const isControl = (act: Named | number): act is Control => act in TURNED;

/** Hot cues 1 to 4 of the first deck, and of the second; with Shift, 5 to 8. */
const DIGITS = ['1234', '7890'] as const;
const FIRST_SHIFTED = 4;
const [SHIFT, ALT] = ['⇧', '⌥'];

type Keys = readonly [first: string, second: string];
const named = (table: Record<string, Keys>, modifier: string): [Named, Keys][] =>
  Object.entries(table).map(([act, [one, other]]) => [act as Named, [modifier + one, modifier + other]]);

/** Each action with its keys on the first and on the second deck; ⇧ stands for Shift, ⌥ for Alt. */
export const DECK_KEYS: ReadonlyMap<Named, Keys> = new Map([
  ...named(PLAIN, ''),
  ...named(TURNED, SHIFT),
  ...named(SHIFTED, SHIFT),
  ...named(WITH_ALT, ALT),
]);

/** The keys of the hot cues by deck: those of 1 to 4, and those of 5 to 8. */
export const CUE_KEYS = ['', SHIFT].map((shift) => DIGITS.map((digits) => [...digits].map((digit) => shift + digit)));

/** Whether the map of the keys is shown, whether the controls show their keys, and whether the keys move the third and fourth deck. */
export const keyMap = new Watched({ isOpen: false, isOnControls: false, isOnOthers: false });

/** The first of the two decks that the keys move. */
export const firstDeck = () => (keyMap.get().isOnOthers ? 2 : 0);

/** The key of a deck, as the overlay shows it; none for a deck that the keys do not move. */
export const keyOf = (act: Named, deck: number): string | undefined => DECK_KEYS.get(act)?.[deck - firstDeck()];
export const keyOfCue = (cue: number, deck: number): string | undefined => CUE_KEYS.flatMap((row) => row[deck - firstDeck()] ?? [])[cue];

/** What a key does on a deck: an action, a control to hold, or a hot cue by its number; index is 0 or 1. */
export type Bound = { index: number; act: Named | number };
const BOUND = new Map<string, Bound>([
  ...[...DECK_KEYS].flatMap(([act, keys]) => keys.map((key, index): [string, Bound] => [key, { index, act }])),
  ...CUE_KEYS.flatMap((row, half) =>
    row.flatMap((keys, index) => keys.map((key, i): [string, Bound] => [key, { index, act: i + half * FIRST_SHIFTED }])),
  ),
]);

export const boundTo = ({ code, shiftKey, altKey }: Pick<KeyboardEvent, 'code' | 'shiftKey' | 'altKey'>): Bound | null =>
  BOUND.get((altKey ? ALT : '') + (shiftKey ? SHIFT : '') + code.replace(/^(Key|Digit)/, '')) ?? null;

/** Keys of the whole desk: by what they write, because punctuation is elsewhere on other keyboards; with Shift by their place. */
export const WHOLE = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  ',': 'others',
  '?': 'map',
  '.': 'auto',
  '⇧Period': 'record',
  '⇧Comma': 'air',
} as const;
export type WholeAct = (typeof WHOLE)[keyof typeof WHOLE];

export const wholeOf = ({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): WholeAct | null => {
  const table: Partial<Record<string, WholeAct>> = WHOLE;
  return (shiftKey && table[SHIFT + code]) || (table[key] ?? null);
};
