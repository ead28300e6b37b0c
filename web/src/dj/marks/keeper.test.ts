import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, NoResponse } from '@/api/error';
import type { Memory } from '../deck/hot-cues';
import { MarksKeeper, type Remote } from './keeper';
import { fromDeck, type Marks, merged, NO_MARKS, toDeck } from './marks';

const cueAt = (at: number, slot = 0): Marks => ({ ...NO_MARKS, hotCues: [{ slot, at, name: '', color: '' }] });

/** A server with the marks of one track, and a clock whose timers run when the test says so. */
class World {
  marks: Marks = NO_MARKS;
  version = 0;
  error: Error | null = null;
  writes = 0;
  readonly kept = new Map<string, string>();
  timers: (() => void)[] = [];
  readonly memory: Memory = {
    get: (key) => this.kept.get(key) ?? null,
    set: (key, value) => void this.kept.set(key, value),
    remove: (key) => void this.kept.delete(key),
  };
  readonly remote: Remote = {
    read: async () => {
      if (this.error) throw this.error;
      return { marks: this.marks, version: this.version };
    },
    write: async (_, marks, version) => {
      if (this.error) throw this.error;
      if (version !== this.version) throw new ApiError(412, '', '');
      this.writes++;
      this.marks = marks;
      return ++this.version;
    },
  };
  readonly clock = {
    now: () => 0,
    after: (_: number, call: () => void) => {
      this.timers.push(call);
      return () => {
        this.timers = this.timers.filter((one) => one !== call);
      };
    },
  };
  keeper = () => new MarksKeeper(this.memory, this.clock, this.remote);

  /** Lets calls to the server end and timers run until nothing is left. */
  async settle(rounds = 6) {
    for (let i = 0; i < rounds; i++) {
      for (let j = 0; j < 10; j++) await Promise.resolve();
      for (const call of this.timers.splice(0)) call();
    }
  }
}

let world: World;
let shown: Marks[];
const show = (marks: Marks) => void shown.push(marks);
beforeEach(() => {
  world = new World();
  shown = [];
});

describe('marks', () => {
  it('come with the track, and changes go to the server once', async () => {
    Object.assign(world, { marks: cueAt(1), version: 7 });
    const keeper = world.keeper();
    keeper.open('t1', 't1', show);
    await world.settle();
    expect(shown).toEqual([NO_MARKS, cueAt(1)]);
    keeper.change('t1', cueAt(2), show);
    keeper.change('t1', cueAt(3), show);
    await world.settle();
    expect([world.marks, world.writes]).toEqual([cueAt(3), 1]);
    expect(world.kept.size).toBe(0);
    expect(shown).toHaveLength(2); // the deck that made the change has it
  });

  it('wait in the browser while the server is away, also for the next visit', async () => {
    const keeper = world.keeper();
    keeper.open('t1', 't1', show);
    await world.settle();
    world.error = new NoResponse('away');
    keeper.change('t1', cueAt(4), show);
    await world.settle();
    expect(world.marks).toEqual(NO_MARKS);
    world.timers = []; // the tab is closed
    world.error = null;
    world.keeper().resume();
    await world.settle();
    expect(world.marks).toEqual(cueAt(4));
    expect(world.kept.size).toBe(0);
  });

  it('of two devices come together', async () => {
    const keeper = world.keeper();
    keeper.open('t1', 't1', show);
    await world.settle();
    Object.assign(world, { marks: merged(cueAt(1, 0), cueAt(2, 1)), version: 9 });
    keeper.change('t1', cueAt(5, 1), show);
    await world.settle();
    expect(world.marks.hotCues.map(({ slot, at }) => [slot, at])).toEqual([
      [0, 1],
      [1, 5],
    ]);
    Object.assign(world, { marks: cueAt(8), version: 12 });
    keeper.stale(['t1']);
    await world.settle();
    expect(shown.at(-1)).toEqual(cueAt(8));
  });

  it('of an older version of the app fill what is free, once', async () => {
    world.kept.set('sonora_cues_t1', '[10,20,null]');
    Object.assign(world, { marks: cueAt(1, 0), version: 3 });
    world.keeper().open('t1', 't1', show);
    await world.settle();
    expect(world.marks.hotCues.map(({ at }) => at)).toEqual([1, 20]);
    expect(world.kept.size).toBe(0);
  });

  it.each([400, 404])('that the server refuses with %d are told once, and do not come again', async (status) => {
    const keeper = world.keeper();
    const refused: unknown[] = [];
    keeper.onRefused = (error) => refused.push(error);
    keeper.open('t1', 't1', show);
    await world.settle();
    world.error = new ApiError(status, '', '');
    keeper.change('t1', cueAt(4), show);
    await world.settle();
    expect(refused).toHaveLength(1);
    expect(world.kept.size).toBe(0);
  });

  it('of somebody signed out and of files stay in the browser', async () => {
    world.error = new ApiError(401, '', '');
    const keeper = world.keeper();
    keeper.open('t1', 't1', show);
    keeper.open('file:Song:12.00', null, show);
    keeper.change('t1', cueAt(1), show);
    keeper.change('file:Song:12.00', cueAt(2), show);
    await world.settle();
    const next = world.keeper();
    shown = [];
    next.open('t1', 't1', show);
    next.open('file:Song:12.00', null, show);
    expect(shown).toEqual([cueAt(1), cueAt(2)]);
  });

  it.each(['not json', '[]', '{"t1":{}}', 'null'])('are none if the browser keeps %s', (text) => {
    world.kept.set('sonora_marks', text);
    world.keeper().open('t1', 't1', show);
    expect(shown).toEqual([NO_MARKS]);
  });

  it('are the same after a deck had them', () => {
    const marks: Marks = {
      cue: 3,
      hotCues: [{ slot: 2, at: 9, name: 'Drop', color: '#ff0000' }],
      loops: [{ from: 1, to: 2, name: 'x' }],
      grid: {
        segments: [
          { start: 0.5, bpm: 120, beats: 8 },
          { start: 4.5, bpm: 60, beats: 6 },
        ],
        downbeat: 1,
        meter: 3,
      },
    };
    expect(fromDeck(toDeck(marks), 10)).toEqual(marks);
    expect(fromDeck(toDeck(NO_MARKS), 10)).toEqual(NO_MARKS);
  });
});
