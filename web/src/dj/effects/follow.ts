import { beatAt, timeOf } from '../beat/grid';
import type { Deck } from '../deck/deck';
import type { Form } from './phrase';

/** Seconds of a beat at 120 BPM: the time of a deck without a beat. */
const UNKNOWN = 0.5;

/** What the effects of a deck follow. */
export interface Follow {
  readonly isPlaying: boolean;
  /** Seconds of a beat at the current speed. */
  readonly beat: number;
  /** The beat that is heard now, with fractions. */
  readonly now: number;
  /** When a beat is heard, on the audio clock. */
  timeOf(beat: number): number;
  /** The form of the track; null without a beat. */
  readonly form: Form | null;
  pause(): void;
}

/** Follows a deck. A deck without a beat counts as one of 120 BPM. */
export function following(deck: Deck, context: BaseAudioContext): Follow {
  const form = (): Form | null => {
    const { track } = deck.get();
    return track?.grid ? { grid: track.grid, sections: track.sections } : null;
  };
  const beat = () => (deck.bpm ? 60 / deck.bpm : UNKNOWN);
  const now = () => {
    const known = form();
    return known ? beatAt(known.grid, deck.position) : deck.position / deck.rate / beat();
  };
  return {
    get isPlaying() {
      return deck.get().isPlaying;
    },
    get beat() {
      return beat();
    },
    get now() {
      return now();
    },
    get form() {
      return form();
    },
    timeOf(at) {
      const known = form();
      const left = known ? (timeOf(known.grid, at) - deck.position) / deck.rate : (at - now()) * beat();
      return context.currentTime + left;
    },
    pause: () => deck.halt(),
  };
}
