import { useEffect } from 'react';
import type { Deck } from '@/dj/deck';
import type { Desk } from '@/dj/desk';

/** The keys of the desk by their place on the keyboard: what the first deck does with one, the second does with the other. */
export const KEYS = { play: ['Q', 'P'], cue: ['A', 'L'], sync: ['Z', 'M'], loop: ['W', 'O'] } as const;
type Act = keyof typeof KEYS;

/** Hot cues 1 to 4 of the first deck, and of the second. */
const DIGITS = ['1234', '7890'] as const;

type Bound = { index: number; act: Act | number };

function boundTo(code: string): Bound | null {
  const letter = /^Key(.)$/.exec(code)?.[1];
  const digit = /^Digit(.)$/.exec(code)?.[1];
  for (const [act, keys] of Object.entries(KEYS)) {
    const index = (keys as readonly string[]).indexOf(letter ?? '');
    if (index >= 0) return { index, act: act as Act };
  }
  const index = digit ? DIGITS.findIndex((digits) => digits.includes(digit)) : -1;
  return index >= 0 ? { index, act: DIGITS[index]?.indexOf(digit ?? '') ?? 0 } : null;
}

function run(desk: Desk, deck: Deck, act: Act | number) {
  if (act === 'play') desk.toggle(deck);
  else if (act === 'cue') deck.pressCue();
  else if (act === 'sync') desk.canSync(deck) && desk.toggleSync(deck);
  else if (act === 'loop') deck.toggleLoop();
  else deck.hotCue(act);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'));

/** Binds the desk's keys while it is shown; they come before those of the app. */
export function useDeskKeys(desk: Desk): void {
  useEffect(() => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
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
      if (!event.repeat && found.deck.get().track) run(desk, found.deck, found.act);
    };
    const up = (event: KeyboardEvent) => {
      const found = deckFor(event);
      if (found?.act === 'cue') found.deck.releaseCue();
    };
    window.addEventListener('keydown', down, options);
    window.addEventListener('keyup', up, options);
    return () => done.abort();
  }, [desk]);
}
