import { useEffect } from 'react';
import type { Deck } from '@/dj/deck/deck';
import type { Desk } from '@/dj/desk';
import { Watched } from '@/dj/state';
import { isTaken } from '@/player/engine/keyboard';
import { stepZoom } from '../waves/zoom';

/** The keys of the desk by their place on the keyboard: what the first deck does with one, the second does with the other. */
const KEYS = {
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
type Act = keyof typeof KEYS;
const ACTS = Object.keys(KEYS) as Act[];

/** Hot cues 1 to 4 of the first deck, and of the second; with Shift, 5 to 8. */
export const DIGITS = ['1234', '7890'] as const;
const SHIFTED = 4;

/** The key of a deck, as the overlay shows it; none for a deck that the keys do not move. */
export const keyOf = (act: Act, deck: number): string | undefined => KEYS[act][deck - first()];
export const keyOfCue = (cue: number, deck: number): string | undefined => {
  const digits = DIGITS[deck - first()];
  return cue < SHIFTED ? digits?.[cue] : digits && `⇧${digits[cue - SHIFTED]}`;
};

/** The table of the keys: each action with its keys on the first and on the second deck. */
export const DECK_KEYS = ACTS.map((act) => ({ act, keys: KEYS[act] }));

/** Keys of the whole desk, by what they write, because punctuation is elsewhere on other keyboards. */
const SHARED: Record<string, (desk: Desk) => void> = {
  ArrowLeft: (desk) => desk.setCrossfader(Math.max(0, desk.get().crossfader - CROSS)),
  ArrowRight: (desk) => desk.setCrossfader(Math.min(100, desk.get().crossfader + CROSS)),
  '+': () => stepZoom(-1),
  '=': () => stepZoom(-1),
  '-': () => stepZoom(1),
  ',': (desk) => keyMap.set({ isOnOthers: desk.decks.length > 2 && !keyMap.get().isOnOthers }),
  '?': () => keyMap.set({ isOpen: true }),
  ' ': () => {}, // of the player, which would stop the desk
};
/** What one press moves the crossfader by. */
const CROSS = 5;

/** Whether the map of the keys is shown, whether the controls show their keys, and whether the keys move the third and fourth deck. */
export const keyMap = new Watched({ isOpen: false, isOnControls: false, isOnOthers: false });

/** Whether what has the focus needs a key itself. The list of songs moves up and down only, so the crossfader may move meanwhile. */
function isNeeded(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (key !== ' ' && !key.startsWith('Arrow')) return false;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const inList = target instanceof Element && target.closest('[role="grid"]') !== null;
  return !(isSideways && inList && !event.defaultPrevented) && isTaken(event);
}

/** The first of the two decks that the keys move. */
const first = () => (keyMap.get().isOnOthers ? 2 : 0);

type Bound = { index: number; act: Act | number };

function boundTo({ code, shiftKey }: KeyboardEvent): Bound | null {
  const letter = /^Key(.)$/.exec(code)?.[1] ?? '';
  const digit = /^Digit(.)$/.exec(code)?.[1] ?? '';
  for (const act of ACTS) {
    const index = (KEYS[act] as readonly string[]).indexOf(letter || digit);
    if (index >= 0) return { index, act };
  }
  const index = digit ? DIGITS.findIndex((digits) => digits.includes(digit)) : -1;
  return index >= 0 ? { index, act: (DIGITS[index]?.indexOf(digit) ?? 0) + (shiftKey ? SHIFTED : 0) } : null;
}

const PRESSED: Record<Act, (desk: Desk, deck: Deck) => void> = {
  play: (desk, deck) => desk.toggle(deck),
  cue: (_, deck) => deck.mainCue.press(),
  sync: (desk, deck) => desk.canSync(deck) && desk.toggleSync(deck),
  loop: (_, deck) => deck.loops.toggle(),
  halve: (_, deck) => deck.loops.scale(-1),
  double: (_, deck) => deck.loops.scale(1),
  in: (_, deck) => deck.loops.in(),
  out: (_, deck) => deck.loops.out(),
  slower: (desk, deck) => desk.nudge(deck, -1),
  faster: (desk, deck) => desk.nudge(deck, 1),
  back: (_, deck) => deck.jump(-deck.get().jumpSize),
  forward: (_, deck) => deck.jump(deck.get().jumpSize),
  effect1: (desk, deck) => toggleEffect(desk, deck, 0),
  effect2: (desk, deck) => toggleEffect(desk, deck, 1),
};

const toggleEffect = (desk: Desk, deck: Deck, slot: 0 | 1) => desk.racks[desk.decks.indexOf(deck)]?.slots[slot].toggle();

const RELEASED: Partial<typeof PRESSED> = {
  cue: (_, deck) => deck.mainCue.release(),
  slower: (desk, deck) => desk.nudge(deck, 0),
  faster: (desk, deck) => desk.nudge(deck, 0),
};

function run(desk: Desk, deck: Deck, act: Act | number) {
  if (typeof act === 'number') deck.hotCues.press(act);
  else PRESSED[act](desk, deck);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'));

/** Whether a part of the desk uses this key itself: the list of songs has Shift with digits. */
const isElsewhere = ({ shiftKey, target }: KeyboardEvent) =>
  shiftKey && target instanceof Element && target.closest('[data-own-keys]') !== null;

/** Binds the desk's keys while it is shown; they come before those of the app. */
export function useDeskKeys(desk: Desk): void {
  useEffect(() => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    /** What to do when a key that is down goes up, by its code. */
    const held = new Map<string, () => void>();
    const deckFor = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        isElsewhere(event) ||
        document.querySelector('[role=dialog]')
      )
        return null;
      const bound = boundTo(event);
      const deck = bound && desk.decks[bound.index + first()];
      return bound && deck ? { deck, act: bound.act } : null;
    };
    const down = (event: KeyboardEvent) => {
      const found = deckFor(event);
      if (!found) return shared(event);
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat || !found.deck.get().track) return;
      const { deck, act } = found;
      run(desk, deck, act);
      const release = typeof act === 'string' ? RELEASED[act] : () => deck.hotCues.release();
      if (release) held.set(event.code, () => release(desk, deck));
    };
    const shared = (event: KeyboardEvent) => {
      const act = SHARED[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isNeeded(event)) return;
      if (document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      event.stopPropagation();
      act(desk);
    };
    const up = ({ code }: KeyboardEvent) => {
      held.get(code)?.();
      held.delete(code);
    };
    // A key that goes up while another window has the focus is not reported.
    const letGo = () => {
      for (const release of held.values()) release();
      held.clear();
    };
    window.addEventListener('keydown', down, options);
    window.addEventListener('keyup', up, options);
    window.addEventListener('blur', letGo, { signal: done.signal });
    return () => {
      done.abort();
      letGo();
    };
  }, [desk]);
}
