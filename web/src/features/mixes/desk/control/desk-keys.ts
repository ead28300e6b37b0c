import { useEffect } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { PITCH_STEP } from '@/dj/deck/deck-state';
import { whyNoBeat } from '@/dj/deck/no-beat';
import type { Desk } from '@/dj/desk';
import { isTaken } from '@/player/engine/keyboard';
import { toggleKeyLock } from '../deck/toggle-key-lock';
import { stepZoom } from '../waves/zoom';
import { type Act, boundTo, type Control, firstDeck, isControl, keyMap, type WholeAct, wholeOf } from './key-map';

/** What one press moves the crossfader by, what an arrow turns a knob or fader by, and the gain, in dB. */
const [CROSS, TURN, GAIN] = [5, 2, 1] as const;
const MAX_GAIN = 12;

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

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
  killHigh: (_, deck) => deck.toggleBand('high'),
  killMid: (_, deck) => deck.toggleBand('mid'),
  killLow: (_, deck) => deck.toggleBand('low'),
  headphones: (_, deck) => deck.setHeadphones(!deck.get().headphones),
  roll: (_, deck) => deck.loops.startRoll(),
  slip: (_, deck) => deck.set({ slip: !deck.get().slip }),
  setCue: (_, deck) => deck.mainCue.set(),
  leader: (desk, deck) => (whyNoBeat(deck) ? undefined : desk.setLeader(desk.get().leader === deck ? null : deck)),
  reloop: (_, deck) => deck.loops.reloop(),
  quantise: (_, deck) => deck.set({ quantise: !deck.get().quantise }),
  keyLock: (_, deck) => deck.canKeyLock && toggleKeyLock(deck),
};

const toggleEffect = (desk: Desk, deck: Deck, slot: 0 | 1) => desk.racks[desk.decks.indexOf(deck)]?.slots[slot].toggle();

const RELEASED: Partial<typeof PRESSED> = {
  cue: (_, deck) => deck.mainCue.release(),
  slower: (desk, deck) => desk.nudge(deck, 0),
  faster: (desk, deck) => desk.nudge(deck, 0),
  roll: (_, deck) => deck.loops.endRoll(),
};

/** The actions that a deck without a track also has: those of its strip of the mixer and its switches. */
const NEEDS_NO_TRACK: readonly Act[] = ['killHigh', 'killMid', 'killLow', 'headphones', 'slip', 'keyLock', 'quantise'];

/** Turns a control by a step, up (1) or down (−1). */
const TURNS: Record<Control, (desk: Desk, deck: Deck, step: 1 | -1) => void> = {
  volume: (_, deck, step) => deck.setVolume(clamp(deck.get().volume + step * TURN, 0, 100)),
  high: (_, deck, step) => turnBand(deck, 'high', step),
  mid: (_, deck, step) => turnBand(deck, 'mid', step),
  low: (_, deck, step) => turnBand(deck, 'low', step),
  filter: (_, deck, step) => deck.setFilter(clamp(deck.get().filter + step * TURN, 0, 100)),
  gain: (_, deck, step) => deck.setGain(clamp(deck.get().gain + step * GAIN, -MAX_GAIN, MAX_GAIN)),
  pitch: (desk, deck, step) => {
    const { pitch, range } = deck.get();
    desk.setPitch(deck, clamp(Math.round((pitch + step * PITCH_STEP) * 10) / 10, -range, range));
  },
};

const turnBand = (deck: Deck, band: 'high' | 'mid' | 'low', step: 1 | -1) =>
  deck.setBand(band, clamp(deck.get().eq[band] + step * TURN, 0, 100));

/** What parts of the desk do with keys of the whole desk, while they are on screen. */
const parts = new Map<WholeAct, () => void>();

/** Lets a key of the whole desk do something while the caller is on screen. */
export function useWholeKey(act: WholeAct, run: () => void): void {
  useEffect(() => {
    parts.set(act, run);
    return () => void (parts.get(act) === run && parts.delete(act));
  });
}

/** What goes on while its key is down. */
const REPEATED: readonly WholeAct[] = ['left', 'right', 'zoomIn', 'zoomOut'];

function runWhole(desk: Desk, act: WholeAct) {
  const { crossfader } = desk.get();
  if (act === 'left') desk.setCrossfader(Math.max(0, crossfader - CROSS));
  else if (act === 'right') desk.setCrossfader(Math.min(100, crossfader + CROSS));
  else if (act === 'zoomIn') stepZoom(-1);
  else if (act === 'zoomOut') stepZoom(1);
  else if (act === 'others') keyMap.set({ isOnOthers: desk.decks.length > 2 && !keyMap.get().isOnOthers });
  else if (act === 'map') keyMap.set({ isOpen: true });
  else parts.get(act)?.();
}

/** Whether what has the focus needs a key itself. The list of songs moves up and down only, so the crossfader may move meanwhile. */
function isNeeded(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (key !== ' ' && !key.startsWith('Arrow')) return false;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const inList = target instanceof Element && target.closest('[role="grid"]') !== null;
  return !(isSideways && inList && !event.defaultPrevented) && isTaken(event);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'));

/** Whether a key is of a text field, a dialog or the browser. */
const isOthers = ({ ctrlKey, metaKey, target }: KeyboardEvent) =>
  ctrlKey || metaKey || isTyping(target) || document.querySelector('[role=dialog]') !== null;

/** Whether a part of the desk uses this key itself: the list of songs has Shift with digits. */
const isElsewhere = ({ shiftKey, code, target }: KeyboardEvent) =>
  shiftKey && /^Digit[1-4]$/.test(code) && target instanceof Element && target.closest('[data-own-keys]') !== null;

/** The keys that are down, and what they do. */
class Pressed {
  readonly #desk: Desk;
  /** What to do when a key that is down goes up, by its code. */
  readonly #held = new Map<string, () => void>();
  readonly #turned = new Map<string, (step: 1 | -1) => void>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Returns whether the desk uses the key. */
  down(event: KeyboardEvent): boolean {
    if (isOthers(event)) return false;
    return (!event.altKey && this.#turn(event)) || this.#onDeck(event) || (!event.altKey && this.#onWhole(event));
  }

  up({ code }: Pick<KeyboardEvent, 'code'>): void {
    this.#held.get(code)?.();
    this.#held.delete(code);
    this.#turned.delete(code);
  }

  /** A key that goes up while another window has the focus is not reported. */
  letGo(): void {
    for (const code of [...this.#held.keys(), ...this.#turned.keys()]) this.up({ code });
  }

  #turn({ key }: KeyboardEvent): boolean {
    if (this.#turned.size === 0 || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
    for (const turn of this.#turned.values()) turn(key === 'ArrowUp' ? 1 : -1);
    return true;
  }

  #onDeck(event: KeyboardEvent): boolean {
    const bound = isElsewhere(event) ? null : boundTo(event);
    const deck = bound && this.#desk.decks[bound.index + firstDeck()];
    if (!bound || !deck) return false;
    if (!event.repeat) this.#press(event.code, deck, bound.act);
    return true;
  }

  #press(code: string, deck: Deck, act: Act | Control | number) {
    const desk = this.#desk;
    if (typeof act !== 'number' && isControl(act)) return void this.#turned.set(code, (step) => TURNS[act](desk, deck, step));
    const isOfTrack = typeof act === 'number' || !NEEDS_NO_TRACK.includes(act);
    if (isOfTrack && !deck.get().track) return;
    if (typeof act === 'number') deck.hotCues.press(act);
    else PRESSED[act](desk, deck);
    const release = typeof act === 'number' ? () => deck.hotCues.release() : RELEASED[act];
    if (release) this.#held.set(code, () => release(desk, deck));
  }

  #onWhole(event: KeyboardEvent): boolean {
    const act = wholeOf(event);
    const isOfPlayer = event.key === ' '; // which would stop the desk
    if ((!act && !isOfPlayer) || isNeeded(event)) return false;
    if (act && (!event.repeat || REPEATED.includes(act))) runWhole(this.#desk, act);
    return true;
  }
}

/** Binds the desk's keys while it is shown; they come before those of the app. */
export function useDeskKeys(desk: Desk): void {
  useEffect(() => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    const pressed = new Pressed(desk);
    const down = (event: KeyboardEvent) => {
      if (!pressed.down(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', down, options);
    window.addEventListener('keyup', (event) => pressed.up(event), options);
    window.addEventListener('blur', () => pressed.letGo(), { signal: done.signal });
    return () => {
      done.abort();
      pressed.letGo();
    };
  }, [desk]);
}
