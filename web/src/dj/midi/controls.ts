import type { Clock } from '@/audio/clock';
import type { Deck } from '../deck/deck';
import { MAX_PITCH } from '../deck/deck-state';
import type { Desk } from '../desk';
import type { Rack } from '../effects/rack';
import { DECK_BUTTONS, DECKS, type DeckControl, type DeckName } from './map';
import type { Action, Actions } from './surface';

/** Seconds of a track per turn of a record, at 33⅓ turns per minute. */
const TURN = 1.8;
/** ms for which a wheel nudges or moves after its last step. */
const NUDGED = 120;

/** The range of a controller's pitch fader, in percent on either side. */
export const RANGES = [8, MAX_PITCH] as const;
export type Range = (typeof RANGES)[number];

/** What the controls of a controller do at the desk. */
export function actionsOf(desk: Desk, clock: Clock, range: () => Range): Actions {
  return {
    ...Object.assign({}, ...DECKS.map((name, i) => deckNamed(name, desk, i, clock, range))),
    crossfader: fader(
      () => desk.get().crossfader,
      (value) => desk.setCrossfader(value),
      0,
      100,
    ),
    master: fader(
      () => desk.get().master,
      (value) => desk.setMaster(value),
      0,
      100,
    ),
    headphoneLevel: fader(
      () => desk.get().headphoneLevel,
      (value) => desk.setHeadphoneLevel(value),
      0,
      100,
    ),
    cueMix: fader(
      () => desk.get().cueMix,
      (value) => desk.setCueMix(value),
      0,
      100,
    ),
    browse: { kind: 'knob', turn: (clicks) => desk.songs?.move(clicks) },
    loadFree: button(() => desk.songs?.load(null)),
  } as Actions;
}

/** Controls of decks that are not in use do nothing. */
function ifUsed(isUsed: () => boolean, action: Action): Action {
  if (action.kind === 'button') return { ...action, press: () => isUsed() && action.press() };
  if (action.kind === 'fader') return { ...action, set: (share) => isUsed() && action.set(share) };
  return { ...action, turn: (turns) => isUsed() && action.turn(turns) };
}

function deckNamed(name: DeckName, desk: Desk, index: number, clock: Clock, range: () => Range) {
  const deck = desk.all[index];
  const load = { load: button(() => desk.songs?.load(index)) };
  const actions = deck ? Object.entries({ ...deckActions(desk, deck, clock, range), ...effects(desk, index), ...load }) : [];
  return Object.fromEntries(actions.map(([control, action]) => [`${name}.${control}`, ifUsed(() => desk.decks.length > index, action)]));
}

function fader(get: () => number, set: (value: number) => void, min: number, max: number): Action {
  return { kind: 'fader', get: () => (get() - min) / (max - min), set: (share) => set(min + share * (max - min)) };
}

const button = (press: () => void, isLit?: () => boolean, release?: () => void): Action => ({ kind: 'button', press, isLit, release });

type EffectControl = 'effect1' | 'effect2' | 'amount' | 'amount2';

function effects(desk: Desk, deck: number): Record<EffectControl, Action> {
  const slot = (index: 0 | 1) => (desk.racks[deck] as Rack).slots[index];
  const toggle = (index: 0 | 1) =>
    button(
      () => slot(index).toggle(),
      () => slot(index).get().phase !== 'off',
    );
  const amount = (index: 0 | 1) =>
    fader(
      () => slot(index).get().amount,
      (value) => slot(index).setAmount(value),
      0,
      100,
    );
  return { effect1: toggle(0), effect2: toggle(1), amount: amount(0), amount2: amount(1) };
}

type OfDeck = Record<Exclude<DeckControl, EffectControl | 'load'>, Action>;

function deckActions(desk: Desk, deck: Deck, clock: Clock, range: () => Range): OfDeck {
  const state = () => deck.get();
  const level = (key: 'volume' | 'filter', set: (value: number) => void) => fader(() => state()[key], set, 0, 100);
  const band = (name: 'high' | 'mid' | 'low') =>
    fader(
      () => state().eq[name],
      (value) => deck.setBand(name, value),
      0,
      100,
    );
  const nudge = (direction: -1 | 1) =>
    button(
      () => desk.nudge(deck, direction),
      undefined,
      () => desk.nudge(deck, 0),
    );
  const wheel = jogWheel(desk, deck, clock);
  return {
    ...hotCues(deck),
    ...wheel,
    ...switches(desk, deck),
    play: button(
      () => state().track && desk.toggle(deck),
      () => state().isPlaying,
    ),
    cue: button(
      () => deck.mainCue.press(),
      () => state().cue !== null,
      () => deck.mainCue.release(),
    ),
    sync: button(
      () => desk.canSync(deck) && desk.toggleSync(deck),
      () => state().sync,
    ),
    headphones: button(
      () => deck.setHeadphones(!state().headphones),
      () => state().headphones,
    ),
    slower: nudge(-1),
    faster: nudge(1),
    loop: button(
      () => deck.loops.toggle(),
      () => state().loop !== null,
    ),
    loopIn: button(
      () => deck.loops.in(),
      () => state().loopIn !== null,
    ),
    loopOut: button(
      () => deck.loops.out(),
      () => state().loop !== null,
    ),
    halve: button(() => deck.loops.scale(-1)),
    double: button(() => deck.loops.scale(1)),
    back: button(() => deck.jump(-state().jumpSize)),
    forward: button(() => deck.jump(state().jumpSize)),
    // The middle of the fader leaves the pitch as it is, whatever its range.
    pitch: {
      kind: 'fader',
      get: () => (state().pitch / range() + 1) / 2,
      set: (share) => desk.setPitch(deck, (share * 2 - 1) * range()),
    },
    volume: level('volume', (value) => deck.setVolume(value)),
    filter: level('filter', (value) => deck.setFilter(value)),
    gain: fader(
      () => state().gain,
      (value) => deck.setGain(value),
      -12,
      12,
    ),
    high: band('high'),
    mid: band('mid'),
    low: band('low'),
  };
}

/** What goes on and off. */
function switches(desk: Desk, deck: Deck): Record<'keyLock' | 'quantise' | 'slip' | 'leader' | 'roll' | 'reloop', Action> {
  const state = () => deck.get();
  const toggle = (key: 'quantise' | 'slip') =>
    button(
      () => deck.set({ [key]: !state()[key] }),
      () => state()[key],
    );
  const leads = () => desk.get().leader === deck;
  return {
    quantise: toggle('quantise'),
    slip: toggle('slip'),
    keyLock: button(
      () => deck.canKeyLock && void deck.setKeyLock(!state().keyLock).catch(() => deck.setKeyLock(false)),
      () => state().keyLock,
    ),
    leader: button(() => state().track?.grid && desk.setLeader(leads() ? null : deck), leads),
    roll: button(
      () => deck.loops.startRoll(),
      () => deck.isSlipping && state().loop !== null,
      () => deck.loops.endRoll(),
    ),
    reloop: button(
      () => deck.loops.reloop(),
      () => state().loop !== null,
    ),
  };
}

type HotCue = Extract<(typeof DECK_BUTTONS)[number], `hotCue${number}`>;

function hotCues(deck: Deck): Record<HotCue | 'clear', Action> {
  let isClearing = false;
  const cues = DECK_BUTTONS.filter((name): name is HotCue => name.startsWith('hotCue'));
  const action = (index: number) =>
    button(
      () => (isClearing ? deck.hotCues.clear(index) : deck.hotCues.press(index)),
      () => (deck.get().hotCues[index] ?? null) !== null,
      () => deck.hotCues.release(),
    );
  const clear = button(
    () => {
      isClearing = true;
    },
    () => isClearing,
    () => {
      isClearing = false;
    },
  );
  return { ...(Object.fromEntries(cues.map((name, i) => [name, action(i)])) as Record<HotCue, Action>), clear };
}

/** The edge nudges a playing deck; the top, and the edge of a deck that is touched or stands still, moves it like a record. */
function jogWheel(desk: Desk, deck: Deck, clock: Clock): Record<'touch' | 'edge' | 'top', Action> {
  let isTouched = false;
  let stopNudging = () => {};
  let stopMoving = () => {};
  const letGo = () => {
    isTouched = false;
    stopMoving();
    deck.scratch.end();
  };
  const move = (turns: number) => {
    deck.scratch.begin();
    deck.scratch.by(turns * TURN);
    stopMoving();
    // Some wheels do not report touch. Those count as released once they rest.
    if (!isTouched) stopMoving = clock.after(NUDGED, letGo);
  };
  const nudge = (turns: number) => {
    stopNudging();
    desk.nudge(deck, turns > 0 ? 1 : -1);
    stopNudging = clock.after(NUDGED, () => desk.nudge(deck, 0));
  };
  return {
    touch: button(
      () => {
        isTouched = true;
        stopMoving();
        deck.scratch.begin();
      },
      undefined,
      letGo,
    ),
    top: { kind: 'wheel', turn: move },
    edge: { kind: 'wheel', turn: (turns) => (isTouched || !deck.get().isPlaying ? move(turns) : nudge(turns)) },
  };
}
