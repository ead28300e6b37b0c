import { brake } from './brake';
import { crush } from './crush';
import { echo } from './echo';
import type { Make, MakeShot } from './effect';
import { flanger } from './flanger';
import { gate } from './gate';
import { phaser } from './phaser';
import { reverb } from './reverb';
import { riser } from './riser';
import { spinback } from './spinback';
import { wash } from './wash';

export const EFFECTS = ['echo', 'reverb', 'flanger', 'phaser', 'crush', 'gate', 'brake', 'spinback', 'riser', 'wash'] as const;
export type Kind = (typeof EFFECTS)[number];

export type Described = {
  /** Periods or lengths to choose from, in beats; none for an effect without a time. */
  beats: readonly number[];
  /** The choice at first. */
  rest: number;
  /** Whether its amount can be set. */
  scales: boolean;
} & (
  | { make: Make }
  | {
      shot: MakeShot;
      /** next: it begins on the next beat, and the deck stops at its end; phrase: it ends with the phrase. */
      at: 'next' | 'phrase';
      /** It plays what came before: it listens from the moment it is chosen. */
      listens: boolean;
    }
);

const SHORT = [1 / 4, 1 / 2, 3 / 4, 1, 2, 4] as const;
const LONG = [4, 8, 16, 32] as const;

export const KINDS: Readonly<Record<Kind, Described>> = {
  echo: { make: echo, beats: SHORT, rest: 3 / 4, scales: true },
  reverb: { make: reverb, beats: [...SHORT, 8], rest: 4, scales: true },
  flanger: { make: flanger, beats: [...SHORT, 8], rest: 4, scales: true },
  phaser: { make: phaser, beats: [...SHORT, 8], rest: 4, scales: true },
  crush: { make: crush, beats: [], rest: 1, scales: true },
  gate: { make: gate, beats: SHORT, rest: 1 / 2, scales: true },
  brake: { shot: brake, at: 'next', listens: false, beats: [1 / 2, 1, 2, 4], rest: 2, scales: false },
  spinback: { shot: spinback, at: 'next', listens: true, beats: [1, 2, 4], rest: 2, scales: true },
  riser: { shot: riser, at: 'phrase', listens: false, beats: LONG, rest: 16, scales: true },
  wash: { shot: wash, at: 'phrase', listens: false, beats: LONG, rest: 8, scales: true },
};
