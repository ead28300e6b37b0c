import type { Deck } from '../deck/deck';
import type { Desk } from '../desk';

/** What Auto Mix moves: the crossfader, and controls of a deck by its number. */
export type ControlName = 'crossfader' | 'low' | 'mid' | 'filter' | 'volume' | 'pitch';
export type Control = { name: ControlName; deck: number };

/** The distance up to which a control counts as where it was left: a screen shows whole steps. */
const SAME = 1e-6;

/**
 * Moves the controls of the desk like a person, and notices when a person moves one of them: from then on that control is theirs, until it
 * is given back.
 */
export class Hands {
  readonly #desk: Desk;
  readonly #onTaken: () => void;
  readonly #left = new Map<string, { control: Control; value: number }>();
  #taken: readonly Control[] = [];
  #isMoving = false;

  constructor(desk: Desk, onTaken: () => void) {
    this.#desk = desk;
    this.#onTaken = onTaken;
    desk.subscribe(() => this.#look());
    desk.watchDecks(() => this.#look());
  }

  get taken(): readonly Control[] {
    return this.#taken;
  }

  /** All controls may be moved again, and none is watched until it is. */
  letGo(): void {
    this.#taken = [];
    this.#left.clear();
  }

  isTaken({ name, deck }: Control): boolean {
    return this.#taken.some((one) => one.name === name && one.deck === deck);
  }

  /** Moves a control to a value, by at most `step`, unless a person has it. Returns whether it is there. */
  move(control: Control, value: number, step = Number.POSITIVE_INFINITY): boolean {
    if (this.isTaken(control)) return false;
    const now = this.#value(control);
    const next = now + Math.max(-step, Math.min(step, value - now));
    this.own(() => this.#set(control, next));
    this.#left.set(`${control.name} ${control.deck}`, { control, value: this.#value(control) });
    return Math.abs(next - value) < SAME;
  }

  /** Does something that moves controls without a person. */
  own(act: () => void): void {
    const before = this.#isMoving;
    this.#isMoving = true;
    act();
    this.#isMoving = before;
  }

  #deck({ deck }: Control): Deck {
    return this.#desk.decks[deck] as Deck;
  }

  #value(control: Control): number {
    if (control.name === 'crossfader') return this.#desk.get().crossfader;
    const state = this.#deck(control).get();
    return control.name === 'low' || control.name === 'mid' ? state.eq[control.name] : state[control.name];
  }

  #set(control: Control, value: number) {
    const rounded = Math.round(value * 10) / 10;
    if (control.name === 'crossfader') this.#desk.setCrossfader(rounded);
    else if (control.name === 'pitch') this.#desk.setPitch(this.#deck(control), value);
    else if (control.name === 'volume') this.#deck(control).setVolume(rounded);
    else if (control.name === 'filter') this.#deck(control).setFilter(rounded);
    else this.#deck(control).setBand(control.name, rounded);
  }

  #look() {
    if (this.#isMoving) return;
    for (const [key, { control, value }] of this.#left) {
      const isFollowing = control.name === 'pitch' && this.#deck(control).get().sync; // the desk moves it
      if (isFollowing || Math.abs(this.#value(control) - value) < SAME) continue;
      this.#left.delete(key);
      this.#taken = [...this.#taken, control];
      this.#onTaken();
    }
  }
}
