import { describe, expect, it } from 'vitest';
import type { Notice } from './engine';
import { originals, type Sources } from './sources';
import { fakePlayer, song, songs } from './testing';

function world(sources: Partial<Sources> = {}) {
  const player = fakePlayer();
  const notices: Notice[] = [];
  const starts: string[] = [];
  player.engine.on('notice', (notice) => notices.push(notice));
  player.engine.on('start', ({ track }) => starts.push(track.id));
  player.engine.setSources({ ...originals, ...sources });
  return {
    ...player,
    notices,
    starts,
    id: () => player.engine.snapshot().current?.track.id,
    state: () => player.engine.snapshot().state,
    sounding: () => player.audios.filter((audio) => !audio.paused).map((audio) => audio.src),
  };
}

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

describe('the address of the sound', () => {
  it('is requested for every item, and a change continues at the same position', () => {
    let suffix = '?format=opus';
    const w = world({ url: ({ track }) => track.audioUrl + suffix });
    w.files['/a?format=opus'] = { duration: Number.POSITIVE_INFINITY };
    w.files['/a'] = { duration: 100 };
    w.engine.playNow(songs('a'));
    w.seconds(20);
    expect([w.sounding(), w.engine.snapshot().duration]).toEqual([['/a?format=opus'], 100]);
    suffix = '';
    w.engine.refresh();
    w.seconds(1);
    expect([w.sounding(), w.starts]).toEqual([['/a'], ['a']]);
    expect(w.engine.position()).toBeGreaterThan(20);
  });

  it('restarts a conversion beyond what is loaded', () => {
    const w = world({ url: ({ track }) => `${track.audioUrl}?format=opus` });
    w.files['/a?format=opus'] = { duration: 10 };
    w.files['/a?format=opus&start=60'] = { duration: 40 };
    w.engine.playNow(songs('a'));
    w.seconds(2);
    w.engine.seek(60);
    w.seconds(2);
    expect(w.sounding()).toEqual(['/a?format=opus&start=60']);
    expect(w.engine.position()).toBeCloseTo(61.99, 1);
    w.engine.seek(70);
    expect(w.sounding()).toEqual(['/a?format=opus&start=60']);
    expect(w.engine.position()).toBeCloseTo(70, 1);
  });

  it('is replaced if the browser cannot decode it', async () => {
    let converts = false;
    const w = world({
      url: ({ track }) => (converts ? `${track.audioUrl}?format=opus` : track.audioUrl),
      instead: () => {
        const before = converts;
        converts = true;
        return !before;
      },
    });
    w.files['/a'] = { error: 4 };
    w.files['/a?format=opus'] = { duration: 100 };
    w.server.status = 200;
    w.engine.playNow(songs('ab'));
    w.seconds(0.1);
    await settle();
    w.seconds(1);
    expect([w.sounding(), w.notices]).toEqual([['/a?format=opus'], []]);
  });

  it('uses one element for joined items', () => {
    const parted: string[] = [];
    const w = world({ url: () => 'blob:1', join: (_, { track }) => track.id === 'b', part: (url) => parted.push(url) });
    w.files['blob:1'] = { duration: 1000 };
    w.engine.playNow(songs('abc'));
    w.seconds(99);
    expect([w.id(), w.starts]).toEqual(['a', ['a']]);
    w.seconds(2);
    expect([w.id(), w.starts, w.sounding()]).toEqual(['b', ['a', 'b'], ['blob:1']]);
    expect(w.engine.position()).toBeCloseTo(1, 1);
    w.engine.seek(50);
    expect([w.engine.position(), w.audios.find((audio) => !audio.paused)?.currentTime]).toEqual([50, 150]);
  });

  it('separates joined items if another item follows', () => {
    const parted: string[] = [];
    const w = world({
      url: ({ track }) => (track.id === 'x' ? '/x' : 'blob:1'),
      join: (_, next) => next.track.id === 'b',
      part: (url) => parted.push(url),
    });
    w.files['blob:1'] = { duration: 1000 };
    w.engine.playNow(songs('ab'));
    w.seconds(80);
    w.engine.playNext(songs('x'));
    w.seconds(1);
    expect(parted).toEqual(['blob:1']);
  });
});

it('sets the gain of each element', () => {
  const w = world({ gain: ({ track }) => (track.id === 'b' ? 0.25 : 0.5) });
  w.engine.playNow(songs('ab'));
  expect(w.graph.log).toContain('f0 at 0.5');
  w.seconds(101);
  expect(w.graph.log).toContain('f1 at 0.25');
});

it('limits the playback rate', () => {
  const w = world();
  w.engine.playNow(songs('a'));
  w.engine.setRate(1.5);
  w.engine.setRate(9);
  expect([w.engine.snapshot().rate, ...w.audios.map((audio) => audio.playbackRate)]).toEqual([1.5, 1.5, 1.5, 1.5]);
});

describe('a skip while songs are crossfaded', () => {
  it('fades out the old item at once and fades in the new one when it is ready', () => {
    const w = world();
    w.engine.setTransition({ kind: 'crossfade', seconds: 6 });
    w.engine.playNow(songs('ab'));
    w.seconds(5);
    w.engine.next();
    expect(w.graph.log.slice(-1)).toEqual(['f1 = 1']);
    expect(w.graph.log).toContain('f0 1 → 0 in 0.4 s equal-power');
    w.seconds(0.1);
    expect(w.graph.log).toContain('f1 0 → 1 in 0.4 s equal-power');
    w.seconds(1);
    expect(w.sounding()).toEqual(['/b']);
  });
});

describe('a missing track', () => {
  it('is skipped with a notice', async () => {
    const w = world();
    w.files['/b'] = { error: 4 };
    w.server.status = 404;
    w.engine.playNow(songs('abc'));
    w.seconds(101);
    await settle();
    w.seconds(1);
    expect([w.id(), w.state()]).toEqual(['c', 'playing']);
    expect(w.notices).toMatchObject([{ reason: 'missing', skipped: true, item: { track: { id: 'b' } } }]);
  });

  it('is not skipped if the listener selected it', async () => {
    const w = world();
    w.files['/b'] = { error: 4 };
    w.server.status = 404;
    w.engine.playNow(songs('abc'), 1);
    w.seconds(1);
    await settle();
    expect([w.id(), w.state(), w.notices[0]?.next?.track.id, w.notices[0]?.skipped]).toEqual(['b', 'stopped', 'c', undefined]);
  });

  it('leaves the queue and the player if it is deleted', () => {
    const w = world();
    w.engine.playNow([song('a'), song('b'), song('a'), song('c')]);
    w.seconds(5);
    w.engine.forget('a');
    w.seconds(1);
    expect([w.id(), w.state(), w.engine.snapshot().queue.items.map(({ track }) => track.id)]).toEqual(['b', 'playing', ['b', 'c']]);
    w.engine.forget('c');
    w.engine.forget('b');
    expect([w.id(), w.state()]).toEqual([undefined, 'stopped']);
  });
});

describe('a piece that grows while it plays', () => {
  const growing = (duration = 60) => ({ ...song('g', { duration }), mix: 'generation' as const });
  const play = (next: string, seconds: number) => {
    const w = world();
    w.files['/g'] = { duration: 66.5 }; // silence fills up the file
    w.engine.playNow([growing(), ...songs(next)]);
    w.seconds(seconds);
    return w;
  };

  it('has the length that was planned, and then its own', () => {
    const w = play('', 10);
    expect(w.engine.snapshot().duration).toBe(60);
    w.engine.setLength('g', 62.5, true);
    expect(w.engine.snapshot().duration).toBe(62.5);
  });

  it('is heard to the end while only the plan is known', () => {
    const w = play('a', 61);
    expect([w.id(), w.sounding()]).toEqual(['g', ['/g']]);
    w.seconds(6);
    expect(w.id()).toBe('a');
  });

  it('is followed by the next item where it ends, not where its file ends', () => {
    const w = play('a', 10);
    w.engine.setLength('g', 62.5, true);
    w.seconds(52);
    expect(w.id()).toBe('g');
    w.seconds(1);
    expect([w.id(), w.sounding()]).toEqual(['a', ['/a']]);
    expect(w.starts).toEqual(['g', 'a']);
  });

  it('ends where it ends, without a next item, after a seek or in its tail', () => {
    const w = play('', 10);
    w.engine.setLength('g', 62.5, true);
    w.engine.seek(66);
    expect(w.engine.position()).toBeLessThanOrEqual(62.5);
    w.engine.seek(62);
    w.seconds(1);
    expect([w.state(), w.sounding()]).toEqual(['stopped', []]);
    const late = play('', 65);
    late.engine.setLength('g', 62.5, true);
    late.seconds(0.1);
    expect(late.state()).toBe('stopped');
  });

  it('starts the next item where transitions are off', () => {
    const w = play('a', 10);
    w.engine.setTransition({ kind: 'cut' });
    w.engine.setLength('g', 62.5, true);
    w.seconds(53);
    expect(w.sounding()).toEqual(['/a']);
  });
});
