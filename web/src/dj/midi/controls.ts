import type { Clock } from '@/audio/clock';
import { type Deck, MAX_PITCH } from '../deck';
import type { Desk } from '../desk';
import { DECK_BUTTONS, type DeckControl } from './map';
import type { Action, Actions } from './surface';

/** Seconds of a track per turn of a record, at 33⅓ turns per minute. */
const TURN = 1.8;
/** ms for which a wheel nudges after its last step. */
const NUDGED = 120;

/** The range of a controller's pitch fader, in percent on either side. */
export const RANGES = [8, MAX_PITCH] as const;
export type Range = (typeof RANGES)[number];

/** What the controls of a controller do at the desk. */
export function actionsOf(desk: Desk, clock: Clock, range: () => Range): Actions {
  const [a, b] = desk.decks;
  if (!a || !b) throw new Error('A desk has two decks.');
  return {
    ...named('a', deckActions(desk, a, clock, range)),
    ...named('b', deckActions(desk, b, clock, range)),
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
  } as Actions;
}

const named = (deck: 'a' | 'b', actions: Record<DeckControl, Action>) =>
  Object.fromEntries(Object.entries(actions).map(([name, action]) => [`${deck}.${name}`, action]));

function fader(get: () => number, set: (value: number) => void, min: number, max: number): Action {
  return { kind: 'fader', get: () => (get() - min) / (max - min), set: (share) => set(min + share * (max - min)) };
}

const button = (press: () => void, isLit?: () => boolean, release?: () => void): Action => ({ kind: 'button', press, isLit, release });

function deckActions(desk: Desk, deck: Deck, clock: Clock, range: () => Range): Record<DeckControl, Action> {
  const state = () => deck.get();
  const level = (key: 'volume' | 'filter' | 'amount', set: (value: number) => void) => fader(() => state()[key], set, 0, 100);
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
    play: button(
      () => state().track && desk.toggle(deck),
      () => state().isPlaying,
    ),
    cue: button(
      () => deck.pressCue(),
      () => state().cue !== null,
      () => deck.releaseCue(),
    ),
    sync: button(
      () => desk.canSync(deck) && desk.toggleSync(deck),
      () => state().sync,
    ),
    keyLock: button(
      () => deck.canKeyLock && void deck.setKeyLock(!state().keyLock).catch(() => deck.setKeyLock(false)),
      () => state().keyLock,
    ),
    headphones: button(
      () => deck.setHeadphones(!state().headphones),
      () => state().headphones,
    ),
    slower: nudge(-1),
    faster: nudge(1),
    loop: button(
      () => deck.toggleLoop(),
      () => state().loop !== null,
    ),
    loopIn: button(
      () => deck.loopIn(),
      () => state().loopIn !== null,
    ),
    loopOut: button(
      () => deck.loopOut(),
      () => state().loop !== null,
    ),
    halve: button(() => deck.scaleLoop(-1)),
    double: button(() => deck.scaleLoop(1)),
    back: button(() => deck.jump(-state().loopSize)),
    forward: button(() => deck.jump(state().loopSize)),
    // The middle of the fader leaves the pitch as it is, whatever its range.
    pitch: {
      kind: 'fader',
      get: () => (state().pitch / range() + 1) / 2,
      set: (share) => desk.setPitch(deck, (share * 2 - 1) * range()),
    },
    volume: level('volume', (value) => deck.setVolume(value)),
    filter: level('filter', (value) => deck.setFilter(value)),
    amount: level('amount', (value) => deck.setAmount(value)),
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

type HotCue = Extract<(typeof DECK_BUTTONS)[number], `hotCue${number}`>;

function hotCues(deck: Deck): Record<HotCue, Action> {
  const cues = DECK_BUTTONS.filter((name): name is HotCue => name.startsWith('hotCue'));
  const action = (index: number) =>
    button(
      () => deck.hotCue(index),
      () => (deck.get().hotCues[index] ?? null) !== null,
    );
  return Object.fromEntries(cues.map((name, i) => [name, action(i)])) as Record<HotCue, Action>;
}

/** The edge nudges a playing deck; the top, and the edge of a deck that is touched or stands still, moves it like a record. */
function jogWheel(desk: Desk, deck: Deck, clock: Clock): Record<'touch' | 'edge' | 'top', Action> {
  let isTouched = false;
  let stopNudging = () => {};
  const move = (turns: number) => {
    if (deck.get().track) deck.seek(deck.position + turns * TURN);
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
      },
      undefined,
      () => {
        isTouched = false;
      },
    ),
    top: { kind: 'wheel', turn: move },
    edge: { kind: 'wheel', turn: (turns) => (isTouched || !deck.get().isPlaying ? move(turns) : nudge(turns)) },
  };
}
