import type { Deck } from '../deck/deck';
import type { Desk } from '../desk';
import type { Kind } from './kinds';
import type { Slot } from './slot';
import type { Act, Suggestion } from './suggest';

/** Something that the desk does with its own controls, for a while. */
export type Doing = {
  /** Moves the controls to where they belong at a beat. Returns whether it goes on: not if it is over, or a person took a control. */
  step: (beat: number) => boolean;
  /** Puts the controls back. */
  undo: () => void;
};

type Scene = { desk: Desk; deck: Deck; slot: Slot; suggestion: Suggestion };

/** The position of the filter at the end of a sweep, and the amounts of effects. */
const TOP = 82;
const AMOUNTS = { echo: 90, wash: 80, riser: 70 } as const;

const MAKE: Record<Act, (scene: Scene) => Doing> = { highpass, killBass, echoOut, brake, riser: shot('riser'), wash: shot('wash') };

/** Begins what was suggested. */
export function begin(desk: Desk, suggestion: Suggestion): Doing | null {
  const deck = desk.decks[suggestion.deck];
  const slots = desk.racks[suggestion.deck]?.slots;
  if (!deck || !slots) return null;
  const slot = [slots[1], slots[0]].find((one) => one.get().phase === 'off') ?? slots[1];
  return MAKE[suggestion.act]({ desk, deck, slot, suggestion });
}

/** Raises the filter, and lets everything back in at the end. */
function highpass({ deck, suggestion: { from, to } }: Scene): Doing {
  const before = deck.get().filter;
  let own = before;
  const move = (filter: number) => {
    own = filter;
    deck.setFilter(filter);
  };
  return {
    step: (beat) => {
      if (deck.get().filter !== own || beat >= to) return false;
      if (beat > from) move(before + (TOP - before) * ((beat - from) / (to - from)));
      return true;
    },
    undo: () => deck.get().filter === own && move(before),
  };
}

/** Cuts a bass from a beat on, until no other deck plays one. */
function killBass({ desk, deck, suggestion: { from } }: Scene): Doing {
  const before = deck.get().eq.low;
  let isCut = false;
  const others = desk.decks.filter((other) => other !== deck);
  return {
    step: (beat) => {
      if (isCut) return deck.get().eq.low === 0 && others.some((other) => other.get().isPlaying && other.get().eq.low > 25);
      if (beat < from) return true;
      isCut = true;
      deck.setBand('low', 0);
      return true;
    },
    undo: () => isCut && deck.get().eq.low === 0 && deck.setBand('low', before),
  };
}

/** Takes a slot, and gives it back as it was, unless a person changed it meanwhile. */
export function borrowed(slot: Slot, kind: Kind) {
  const { kind: was, amount, beats } = slot.get();
  slot.setKind(kind);
  if (kind in AMOUNTS) slot.setAmount(AMOUNTS[kind as keyof typeof AMOUNTS]);
  const own = slot.get();
  const isOurs = () => slot.get().kind === kind && slot.get().amount === own.amount && slot.get().beats === own.beats;
  const giveBack = () => {
    if (!isOurs()) return;
    slot.turnOff();
    slot.setKind(was);
    slot.setAmount(amount);
    slot.setBeats(beats);
  };
  return { isOurs, giveBack };
}

/** Repeats the last bar of the phrase, and stops the deck: the echo rings out over the other one. */
function echoOut({ deck, slot, suggestion: { from, to } }: Scene): Doing {
  const { isOurs, giveBack } = borrowed(slot, 'echo');
  let isOn = false;
  return {
    step: (beat) => {
      if (!isOurs() || (isOn && slot.get().phase === 'off')) return false;
      if (!isOn && beat >= from) {
        isOn = true;
        slot.turnOn();
      }
      if (beat < to) return true;
      deck.pause();
      return false;
    },
    undo: giveBack,
  };
}

/** Brakes the record, and starts the other deck when it stands still. */
function brake({ desk, deck, slot, suggestion: { from, to } }: Scene): Doing {
  const { isOurs, giveBack } = borrowed(slot, 'brake');
  const other = desk.decks.find((one) => one !== deck && one.get().track);
  slot.turnOn({ from, to });
  return {
    step: (beat) => {
      const isOver = beat >= to || (beat > to - 1 && !deck.get().isPlaying); // whoever looks first: the slot pauses the deck
      if (!isOver) return isOurs() && slot.get().phase !== 'off';
      if (other && !other.get().isPlaying) desk.toggle(other);
      return false;
    },
    undo: giveBack,
  };
}

/** An effect that ends by itself. */
function shot(kind: 'riser' | 'wash') {
  return ({ slot, suggestion: { from, to } }: Scene): Doing => {
    const { isOurs, giveBack } = borrowed(slot, kind);
    slot.turnOn({ from, to });
    return { step: () => isOurs() && slot.get().phase !== 'off', undo: giveBack };
  };
}
