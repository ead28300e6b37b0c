import { type DeckState, START } from '../deck/deck-state';
import { DESK_START, type DeskState } from '../desk';

/** The controls of the desk that a reload leaves as they are. */
const DESK_CONTROLS = ['shown', 'crossfader', 'curve', 'master', 'headphoneLevel', 'cueMix'] as const;
type DeskControls = Pick<DeskState, (typeof DESK_CONTROLS)[number]>;

/** Those of a deck. */
const DECK_CONTROLS = [
  'volume',
  'eq',
  'filter',
  'gain',
  'side',
  'headphones',
  'pitch',
  'range',
  'keyLock',
  'keyShift',
  'vinyl',
  'quantise',
  'slip',
  'loopSize',
  'jumpSize',
] as const;
type DeckControls = Pick<DeckState, (typeof DECK_CONTROLS)[number]>;

/** A track on a deck. `id` is null for one that is not in the library; `at` and `cue` are in seconds. */
export type KeptTrack = { id: string | null; title: string; at: number; cue: number | null };
export type KeptDeck = { controls: DeckControls; track: KeptTrack | null };
/** What a browser keeps of a desk. */
export type Kept = { controls: DeskControls; decks: readonly KeptDeck[] };

export const deskControls = (state: DeskState): DeskControls => likeIn(state, DESK_START, DESK_CONTROLS);
export const deckControls = (state: DeckState): DeckControls => likeIn(state, START, DECK_CONTROLS);

/** Reads what was kept; null if nothing was. What cannot be right is as on a new desk. */
export function keptIn(text: string | null): Kept | null {
  const found = parsed(text);
  if (!isObject(found) || !Array.isArray(found.decks)) return null;
  return {
    controls: likeIn(found.controls, DESK_START, DESK_CONTROLS),
    decks: found.decks.map((deck: unknown) => {
      const { controls, track } = isObject(deck) ? deck : {};
      return { controls: likeIn(controls, START, DECK_CONTROLS), track: trackIn(track) };
    }),
  };
}

function trackIn(found: unknown): KeptTrack | null {
  if (!isObject(found)) return null;
  const { id, title, at, cue } = found;
  if ((typeof id !== 'string' && id !== null) || typeof title !== 'string' || !isPlace(at)) return null;
  return { id, title, at, cue: isPlace(cue) ? cue : null };
}

const isPlace = (found: unknown): found is number => typeof found === 'number' && found >= 0;
const isObject = (found: unknown): found is Record<string, unknown> => typeof found === 'object' && found !== null;

/** The fields of an object that are of the same type as those of `start`, and the fields of `start` for the others. */
function likeIn<T extends object, const K extends keyof T>(found: unknown, start: T, keys: readonly K[]): Pick<T, K> {
  const all = isObject(found) ? found : {};
  return Object.fromEntries(keys.map((key) => [key, isLike(all[key as string], start[key]) ? all[key as string] : start[key]])) as Pick<
    T,
    K
  >;
}

const isLike = (found: unknown, start: unknown): boolean =>
  isObject(start) && isObject(found)
    ? Object.entries(start).every(([key, value]) => isLike(found[key], value))
    : typeof found === typeof start && found !== null;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // something else wrote there
  }
}
