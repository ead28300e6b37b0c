import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentContext, stubNodes } from '@/testing/silent-context';
import type { DeckSound } from '../deck/deck-sound';
import { unknown } from '../deck/track';
import { Desk } from '../desk';
import { phaseShift } from './sync';

beforeAll(stubNodes);
afterAll(() => void vi.unstubAllGlobals());

function setUp(bpm: readonly number[]) {
  const context = silentContext();
  let waiting: { at: number; call: () => void }[] = [];
  const clock = {
    now: () => context.currentTime * 1000,
    after: (ms: number, call: () => void) => {
      const one = { at: context.currentTime + ms / 1000, call };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
  };
  const desk = new Desk(context, clock, { get: () => null, set: () => {}, remove: () => {} });
  const sound: DeckSound = { duration: 3600, play: () => {}, stop: () => {}, setRate: () => {}, close: () => {}, twin: () => sound };
  bpm.forEach((tempo, i) => {
    const grid = { runs: [{ first: 0, start: 0.2 * i, bpm: tempo }], downbeat: 0, meter: 4 };
    desk.decks[i]?.load({ ...unknown(`${tempo}`), duration: 3600, grid, bpm: tempo }, sound);
  });
  /** Lets time pass in blocks of the audio thread. Timers are late, by up to 40 ms, as in a busy browser. */
  const wait = (seconds: number) => {
    const end = context.currentTime + seconds;
    for (let late = 1; context.currentTime < end; late = (late * 7919) % 41) {
      context.currentTime += 128 / 48_000;
      for (const one of waiting.filter(({ at }) => at + late / 1000 <= context.currentTime)) {
        waiting = waiting.filter((other) => other !== one);
        one.call();
      }
    }
  };
  const [leader, follower] = desk.decks as [Desk['decks'][number], Desk['decks'][number]];
  /** Seconds by which the follower is off the leader's beat. */
  const off = (fold = 1) => {
    const [one, own] = [leader, follower].map((deck) => ({ grid: deck.get().track?.grid, position: deck.position })) as [never, never];
    return Math.abs(phaseShift(one, own, fold)) / follower.rate;
  };
  return { desk, leader, follower, wait, off };
}

describe('beat sync', () => {
  it.each([
    ['the same tempo', 128, 128, 1],
    ['another tempo', 128, 121.7, 1],
    ['half the tempo', 140, 71, 0.5],
    ['twice the tempo', 87, 172, 2],
  ])('is within 2 ms after lock and 5 ms after 10 minutes at %s', (_, first, second, fold) => {
    const { desk, leader, follower, wait, off } = setUp([first, second]);
    desk.toggle(leader);
    wait(3.21);
    desk.toggle(follower);
    desk.toggleSync(follower);
    wait(0.1);
    expect(off(fold)).toBeLessThan(0.002);
    wait(600);
    expect(off(fold)).toBeLessThan(0.005);
  });

  it('follows a leader whose pitch moves, in spite of the delay of its key lock', () => {
    const { desk, leader, follower, wait, off } = setUp([128, 126]);
    const stretcher = { node: { disconnect: () => {}, connect: (to: unknown) => to }, latency: 0.1, setShift: () => {} };
    follower.output.setStretcher(stretcher as never, 0);
    desk.toggle(leader);
    desk.toggle(follower);
    desk.toggleSync(follower);
    for (let percent = 0; percent <= 4; percent += 0.5) {
      desk.setPitch(leader, percent);
      wait(0.3);
      expect(off()).toBeLessThan(0.01);
    }
    wait(2);
    expect(off()).toBeLessThan(0.001);
  });

  it('comes back after a nudge, and after a hand has held the record', () => {
    const { desk, leader, follower, wait, off } = setUp([120, 124]);
    desk.toggle(leader);
    desk.toggle(follower);
    desk.toggleSync(follower);
    wait(1);
    desk.nudge(follower, 1);
    wait(0.7);
    desk.nudge(follower, 0);
    expect(off()).toBeGreaterThan(0.01);
    wait(3);
    expect(off()).toBeLessThan(0.002);
    follower.scratch.begin();
    follower.scratch.by(-0.6);
    wait(0.33);
    follower.scratch.end();
    wait(3);
    expect(off()).toBeLessThan(0.002);
  });
});
