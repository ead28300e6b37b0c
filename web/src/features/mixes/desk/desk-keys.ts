import { useEffect } from 'react';
import type { Deck } from '@/dj/deck';
import type { Desk } from '@/dj/desk';

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
} as const;
type Act = keyof typeof KEYS;
const ACTS = Object.keys(KEYS) as Act[];

/** Hot cues 1 to 4 of the first deck, and of the second. */
const DIGITS = ['1234', '7890'] as const;

/** The key of a deck, as the overlay shows it. */
export const keyOf = (act: Act, deck: number): string | undefined => KEYS[act][deck];
export const keyOfCue = (cue: number, deck: number): string | undefined => DIGITS[deck]?.[cue];

type Bound = { index: number; act: Act | number };

function boundTo(code: string): Bound | null {
  const letter = /^Key(.)$/.exec(code)?.[1] ?? '';
  const digit = /^Digit(.)$/.exec(code)?.[1] ?? '';
  for (const act of ACTS) {
    const index = (KEYS[act] as readonly string[]).indexOf(letter);
    if (index >= 0) return { index, act };
  }
  const index = digit ? DIGITS.findIndex((digits) => digits.includes(digit)) : -1;
  return index >= 0 ? { index, act: DIGITS[index]?.indexOf(digit) ?? 0 } : null;
}

const PRESSED: Record<Act, (desk: Desk, deck: Deck) => void> = {
  play: (desk, deck) => desk.toggle(deck),
  cue: (_, deck) => deck.pressCue(),
  sync: (desk, deck) => desk.canSync(deck) && desk.toggleSync(deck),
  loop: (_, deck) => deck.toggleLoop(),
  halve: (_, deck) => deck.scaleLoop(-1),
  double: (_, deck) => deck.scaleLoop(1),
  in: (_, deck) => deck.loopIn(),
  out: (_, deck) => deck.loopOut(),
  slower: (desk, deck) => desk.nudge(deck, -1),
  faster: (desk, deck) => desk.nudge(deck, 1),
  back: (_, deck) => deck.jump(-deck.get().loopSize),
  forward: (_, deck) => deck.jump(deck.get().loopSize),
};

const RELEASED: Partial<typeof PRESSED> = {
  cue: (_, deck) => deck.releaseCue(),
  slower: (desk, deck) => desk.nudge(deck, 0),
  faster: (desk, deck) => desk.nudge(deck, 0),
};

function run(desk: Desk, deck: Deck, act: Act | number) {
  if (typeof act === 'number') deck.hotCue(act);
  else PRESSED[act](desk, deck);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'));

/** Binds the desk's keys while it is shown; they come before those of the app. */
export function useDeskKeys(desk: Desk): void {
  useEffect(() => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    /** What to do when a key that is down goes up, by its code. */
    const held = new Map<string, () => void>();
    const deckFor = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('[role=dialog]')) return null;
      const bound = boundTo(event.code);
      const deck = bound && desk.decks[bound.index];
      return bound && deck ? { deck, act: bound.act } : null;
    };
    const down = (event: KeyboardEvent) => {
      const found = deckFor(event);
      if (!found) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat || !found.deck.get().track) return;
      const { deck, act } = found;
      run(desk, deck, act);
      const release = typeof act === 'string' ? RELEASED[act] : undefined;
      if (release) held.set(event.code, () => release(desk, deck));
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
