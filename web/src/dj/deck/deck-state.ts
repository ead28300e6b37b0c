import type { Grid } from '../beat/grid';
import { type Side, UNITY } from '../mixer/curves';
import type { Band } from '../mixer/isolator';
import { type CueLabel, type HotCues, NO_HOT_CUES, NO_LABELS } from './hot-cues';
import type { Loop, SavedLoop } from './loop';
import type { Trouble } from './sound-of';
import type { DeckTrack } from './track';

export type DeckState = {
  track: DeckTrack | null;
  isLoading: boolean;
  /**
   * The last track, if it could not be loaded; `rest`: of the track on the deck, only the beginning was; `device`: after a reload of the
   * page, because it is not in the library.
   */
  failed: { title: string; why: Trouble | 'rest' | 'device' } | null;
  /** Whether the beats of the track are being looked for. */
  isHearing: boolean;
  /** Whether it is silent because the sound at its place has not arrived yet. */
  isStalled: boolean;
  /** Whether the track streams instead of being decoded: its loops are approximate, and a hand on the record makes no sound. */
  isStreamed: boolean;
  isPlaying: boolean;
  /** Whether a hand holds the record. */
  isHeld: boolean;
  /** 0 to 100. */
  volume: number;
  /** Percent, −20 to 20. */
  pitch: number;
  /** The reach of the pitch fader on either side, in percent. */
  range: PitchRange;
  eq: Readonly<Record<Band, number>>;
  filter: number;
  /** dB on top of the gain that brings the track to the desk's loudness. */
  gain: number;
  /** The main cue in seconds, where its button goes; null before it is set. */
  cue: number | null;
  /** The main cue that is kept for the track. It differs from `cue` where only the start of the deck set that one. */
  keptCue: number | null;
  hotCues: HotCues;
  cueLabels: readonly CueLabel[];
  savedLoops: readonly SavedLoop[];
  /** The person's own beat grid, which the track then has; null: that of the analysis counts. */
  ownGrid: Grid | null;
  loop: Loop | null;
  /** Where a loop begins whose end is not set yet. */
  loopIn: number | null;
  /** Beats of the next loop. */
  loopSize: number;
  /** The loop that was left last. */
  lastLoop: Loop | null;
  /** Beats of a jump. */
  jumpSize: number;
  slip: boolean;
  quantise: boolean;
  sync: boolean;
  keyLock: boolean;
  /** Semitones by which the key is shifted, −12 to 12. */
  keyShift: number;
  /** Whether play and pause speed the record up and slow it down, as on a turntable. A key lock and a key shift end this. */
  vinyl: boolean;
  headphones: boolean;
  /** Its side of the crossfader. */
  side: Side;
};

export const MAX_PITCH = 20;
export const PITCH_RANGES = [8, MAX_PITCH] as const;
type PitchRange = (typeof PITCH_RANGES)[number];
export const MAX_SHIFT = 12;
export const PITCH_STEP = 0.1;

export const START: DeckState = {
  track: null,
  isLoading: false,
  failed: null,
  isHearing: false,
  isStalled: false,
  isStreamed: false,
  isPlaying: false,
  isHeld: false,
  volume: UNITY.channel,
  pitch: 0,
  range: MAX_PITCH,
  eq: { low: 50, mid: 50, high: 50 },
  filter: 50,
  gain: 0,
  cue: null,
  keptCue: null,
  hotCues: NO_HOT_CUES,
  cueLabels: NO_LABELS,
  savedLoops: [],
  ownGrid: null,
  loop: null,
  loopIn: null,
  loopSize: 4,
  lastLoop: null,
  jumpSize: 4,
  slip: false,
  quantise: true,
  sync: false,
  keyLock: false,
  keyShift: 0,
  vinyl: false,
  headphones: false,
  side: 'a',
};
