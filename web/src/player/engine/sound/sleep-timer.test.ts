import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePlayer, songs } from '@/player/engine/testing';
import { setSleep, sleepTimer, watchSleep } from './sleep-timer';

const MINUTE = 60_000;

const stops: (() => void)[] = [];

function asleep() {
  const player = fakePlayer();
  const stop = watchSleep(player.engine, player.clock);
  stops.push(stop);
  return { ...player, stop, title: () => player.engine.snapshot().current?.track.id, state: () => player.engine.snapshot().state };
}

beforeEach(() => setSleep(null));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('the sleep timer', () => {
  it('fades out over the last seconds, pauses on time, and restores the volume', () => {
    const { engine, clock, seconds, state, graph } = asleep();
    engine.playNow(songs('abc'));
    setSleep({ kind: 'clock', at: clock.now() + MINUTE });
    seconds(49);
    expect(graph.log.filter((line) => line.startsWith('dim'))).toEqual([]);
    seconds(2);
    expect(graph.log.at(-1)).toBe('dim 0 in 10 s');
    seconds(8);
    expect(state()).toBe('playing');
    seconds(2);
    expect([state(), sleepTimer.getState().sleep, engine.snapshot().volume]).toEqual(['paused', null, 1]);
    expect(graph.log.at(-1)).toBe('dim 1 in 0.3 s');
  });

  it('continues after a reload, and drops a time that has passed', () => {
    const { clock, engine, seconds, state, stop } = asleep();
    setSleep({ kind: 'clock', at: clock.now() + MINUTE });
    stop();
    const again = watchSleep(engine, clock);
    engine.playNow(songs('ab'));
    seconds(61);
    expect(state()).toBe('paused');
    again();
    setSleep({ kind: 'clock', at: clock.now() - 1 });
    stops.push(watchSleep(engine, clock));
    expect(sleepTimer.getState().sleep).toBeNull();
  });

  it('stops after the song, before the next one', () => {
    const { engine, seconds, title, state } = asleep();
    engine.playNow(songs('ab'));
    setSleep({ kind: 'track' });
    seconds(101);
    expect([title(), state(), engine.position(), sleepTimer.getState().sleep]).toEqual(['b', 'paused', 0, null]);
    engine.resume();
    seconds(1);
    expect(state()).toBe('playing');
  });

  it('stops after the queue, before endless playback', () => {
    const { engine, seconds, title, state } = asleep();
    engine.playNow(songs('a'));
    setSleep({ kind: 'queue' });
    engine.addToQueue(songs('b'));
    engine.addToQueue(songs('x').map((item) => ({ ...item, endless: true })));
    seconds(150);
    expect([title(), state()]).toEqual(['b', 'playing']);
    seconds(60);
    expect([title(), state()]).toEqual(['x', 'paused']);
  });

  it('is cancelled', () => {
    const { engine, clock, seconds, state, graph } = asleep();
    engine.playNow(songs('ab'));
    setSleep({ kind: 'clock', at: clock.now() + 15_000 });
    seconds(10);
    setSleep(null);
    seconds(30);
    expect([state(), graph.log.findLast((line) => line.startsWith('dim'))]).toEqual(['playing', 'dim 1 in 0.3 s']);
  });
});
