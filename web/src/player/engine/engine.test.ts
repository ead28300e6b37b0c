import { beforeEach, describe, expect, it } from 'vitest';
import { FakeAudio, FakeClock, type FakeFiles, FakeGraph, ranges } from '@/audio/fakes';
import { MediaPool } from '@/audio/media-pool';
import { type Notice, PlayerEngine } from './engine';
import { Queue } from './queue/queue';
import type { Renewal } from './recovery';
import { originals } from './sources';
import { song } from './testing';

/** A player with fake elements on a fake clock; status is the server's response to a probe, and renewal to an expired session. */
function world({ graph = new FakeGraph() as FakeGraph | null, status = 200, renewal = 'visitor' as Renewal } = {}) {
  const clock = new FakeClock();
  const files: FakeFiles = { '/a': { duration: 100 }, '/b': { duration: 60 }, '/c': { duration: 40 } };
  const audios: FakeAudio[] = [];
  const make = () => {
    const audio = new FakeAudio(clock, files);
    audios.push(audio);
    return audio;
  };
  const log: string[] = [];
  const notices: Notice[] = [];
  const server = { status, code: '', detail: '', renewals: 0, afterwards: 200 };
  const engine = new PlayerEngine({
    pool: new MediaPool(make, graph),
    clock,
    probe: async () => ({ status: server.status, code: server.code, detail: server.detail }),
    renew: async () => {
      server.renewals++;
      if (renewal === 'renewed') server.status = server.afterwards;
      return renewal;
    },
    random: () => 0.5,
    log: (message) => log.push(message),
  });
  engine.on('notice', (notice) => notices.push(notice));
  return {
    engine,
    clock,
    files,
    audios,
    graph,
    log,
    notices,
    server,
    sounding: () => audios.filter((audio) => !audio.paused),
    seconds: (n: number) => clock.advance(n * 1000),
    title: () => engine.snapshot().current?.track.title,
  };
}

/** Lets settled promises reach the engine. */
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

let w = world();
beforeEach(() => {
  w = world();
});
const abc = () => [song('a'), song('b'), song('c')];

describe('an item that is about to be played', () => {
  const loaded = () => w.audios.map(({ src }) => src).filter(Boolean);

  it('loads already, once, in the element that then plays it', () => {
    w.engine.prepare(song('a'));
    expect(loaded()).toEqual(['/a']);
    w.engine.playNow(abc());
    expect(loaded()).toEqual(['/a']);
    expect(w.sounding().map(({ src }) => src)).toEqual(['/a']);
  });

  it('does not while another plays, or if it is the current one', () => {
    w.engine.playNow(abc());
    w.engine.prepare(song('b'));
    expect(loaded()).toEqual(['/a']);
    w.engine.pause();
    w.engine.prepare(song('a'));
    expect(loaded()).toEqual(['/a']);
  });
});

describe('transport', () => {
  it('starts synchronously: sets the source and calls play', () => {
    w.engine.playNow(abc());
    expect(w.sounding().map((audio) => audio.src)).toEqual(['/a']);
    expect(w.engine.snapshot()).toMatchObject({ isPlaying: true, state: 'loading', volume: 1 });
    expect(w.audios[0]?.volume).toBe(1);
  });

  it('reads the duration from the metadata', () => {
    w.engine.playNow([song('b', { duration: 59 })]);
    expect(w.engine.snapshot().duration).toBe(59);
    w.seconds(0.1);
    expect(w.engine.snapshot()).toMatchObject({ state: 'playing', duration: 60 });
  });

  it('stops the previous item first', () => {
    w.engine.playNow([song('a')]);
    w.seconds(5);
    w.engine.playNow([song('b')]);
    expect(w.sounding().map((audio) => audio.src)).toEqual(['/b']);
  });

  it('pauses, resumes at the same position, and stops at zero', () => {
    w.engine.playNow(abc());
    w.seconds(5);
    const at = w.engine.position();
    expect(at).toBeGreaterThan(4.9);
    w.engine.pause();
    w.seconds(5);
    expect([w.engine.position(), w.engine.snapshot().state]).toEqual([at, 'paused']);
    w.engine.toggle();
    w.seconds(1);
    expect(w.engine.position()).toBeGreaterThan(at + 0.9);
    w.engine.stop();
    expect([w.engine.position(), w.engine.snapshot().isPlaying, w.sounding().length]).toEqual([0, false, 0]);
  });

  it('stops at position zero when the queue ends', () => {
    w.engine.playNow([song('c')]);
    w.seconds(41);
    expect([w.engine.snapshot().isPlaying, w.engine.position(), w.title()]).toEqual([false, 0, 'C']);
    w.engine.toggle();
    w.seconds(1);
    expect(w.engine.snapshot().state).toBe('playing');
  });

  it('restarts an item after three seconds, and earlier goes to the previous one', () => {
    w.engine.playNow(abc(), 1);
    w.seconds(4);
    w.engine.previous();
    expect([w.title(), w.engine.position()]).toEqual(['B', 0]);
    w.seconds(2);
    w.engine.previous();
    expect(w.title()).toBe('A');
    w.engine.previous();
    expect(w.title()).toBe('A');
  });

  it('limits seeks and the volume', () => {
    w.engine.playNow(abc());
    w.seconds(1);
    w.engine.seek(1e6);
    expect(w.engine.position()).toBe(100);
    w.engine.seek(-3);
    expect(w.engine.position()).toBe(0);
    w.engine.setVolume(7);
    expect(w.engine.snapshot().volume).toBe(1);
    w.engine.setVolume(-1);
    expect(w.engine.snapshot().volume).toBe(0);
    w.engine.setVolume(Number.NaN);
    expect(w.engine.snapshot().volume).toBe(0);
  });

  it('mutes the graph, or the element without a graph', () => {
    w.engine.playNow(abc());
    w.engine.setVolume(0.4);
    w.engine.setMuted(true);
    expect([w.graph?.volume, w.audios[0]?.volume]).toEqual([0, 1]);
    w.engine.setVolume(0.3);
    expect([w.graph?.volume, w.engine.snapshot().muted]).toEqual([0.3, false]);

    w = world({ graph: null });
    w.engine.playNow(abc());
    w.engine.setVolume(0.4);
    w.engine.setMuted(true);
    expect([w.audios[0]?.volume, w.audios[0]?.muted]).toEqual([0.4, true]);
  });

  it('is paused if the browser refuses to start without a gesture', async () => {
    for (const audio of w.audios) audio.refusal = new DOMException('no gesture', 'NotAllowedError');
    w.engine.playNow(abc());
    await settle();
    expect([w.engine.snapshot().state, w.notices]).toEqual(['paused', []]);
  });

  it('follows an external pause, such as unplugged headphones', () => {
    w.engine.playNow(abc());
    w.seconds(1);
    w.audios[0]?.pause();
    expect(w.engine.snapshot().state).toBe('paused');
  });

  it('keeps the same snapshot object until something changes', () => {
    w.engine.playNow(abc());
    w.seconds(1);
    const before = w.engine.snapshot();
    let changes = 0;
    w.engine.subscribe(() => changes++);
    w.seconds(20);
    expect(w.engine.snapshot()).toBe(before);
    expect(changes).toBe(0);
    w.engine.pause();
    expect(changes).toBe(1);
  });

  it('suspends the audio context after a minute of silence', () => {
    w.engine.playNow(abc());
    w.seconds(1);
    w.engine.pause();
    w.seconds(59);
    expect(w.graph?.log).not.toContain('rest');
    w.seconds(2);
    expect(w.graph?.log).toContain('rest');
  });

  it('suspends it too if the first gesture was not for playing', () => {
    w.engine.unlock();
    expect(w.audios.map((audio) => audio.loads)).toEqual([1, 1, 1]);
    w.seconds(61);
    expect(w.graph?.log).toEqual(['rest']);
  });
});

describe('from one item to the next', () => {
  it('preloads the next item thirty seconds before the end', () => {
    w.engine.playNow(abc());
    w.seconds(60);
    expect(w.audios.map((audio) => audio.src)).not.toContain('/b');
    w.seconds(15);
    const waiting = w.audios.find((audio) => audio.src === '/b');
    expect(waiting?.readyState).toBe(4);
    w.engine.next();
    expect(waiting?.paused).toBe(false);
    expect(w.engine.snapshot().state).toBe('playing');
  });

  it('preloads at once if the current item is fully loaded', () => {
    w.engine.playNow(abc());
    w.seconds(1);
    if (w.audios[0]) w.audios[0].buffered = ranges(100);
    w.seconds(1);
    expect(w.audios.map((audio) => audio.src)).toContain('/b');
  });

  it('plays gapless with an early start and a ramp of 25 ms', () => {
    w.engine.playNow(abc(), 1);
    w.seconds(59.9);
    expect([w.title(), w.sounding().length]).toEqual(['B', 1]);
    w.seconds(0.08);
    expect([w.title(), w.sounding().length]).toEqual(['C', 2]);
    expect(w.graph?.log.slice(-2)).toEqual(['f1 0 → 1 in 0.025 s linear', 'f0 1 → 0 in 0.025 s linear']);
    w.seconds(0.1);
    expect(w.sounding().map((audio) => audio.src)).toEqual(['/c']);
    expect(w.engine.position()).toBeGreaterThan(0.05);
  });

  it('crossfades with equal power for the selected duration', () => {
    w.engine.setTransition({ kind: 'crossfade', seconds: 5 });
    w.engine.playNow(abc(), 1);
    w.seconds(54);
    expect(w.title()).toBe('B');
    w.seconds(1.2);
    expect(w.title()).toBe('C');
    expect(w.graph?.log.at(-1)).toBe('f0 1 → 0 in 5 s equal-power');
    expect(w.sounding().length).toBe(2);
    w.seconds(6);
    expect(w.sounding().map((audio) => audio.src)).toEqual(['/c']);
  });

  it('starts the next item at the end without a graph', () => {
    w = world({ graph: null });
    w.engine.playNow(abc(), 1);
    w.seconds(59.99);
    expect(w.title()).toBe('B');
    w.seconds(0.5);
    expect([w.title(), w.sounding().map((audio) => audio.src)]).toEqual(['C', ['/c']]);
  });

  it('leaves one item at full level if it is paused during a transition', () => {
    w.engine.setTransition({ kind: 'crossfade', seconds: 5 });
    w.engine.playNow(abc(), 1);
    w.seconds(56);
    w.engine.pause();
    expect([w.sounding().length, w.title(), w.graph?.log.at(-1)]).toEqual([0, 'C', 'f1 = 1']);
  });

  it('repeats one item with a second element', () => {
    w.engine.setRepeat('one');
    w.engine.playNow(abc(), 2);
    const starts: string[] = [];
    w.engine.on('start', (item) => starts.push(item.track.id));
    w.seconds(85);
    expect([w.title(), starts]).toEqual(['C', ['c', 'c']]);
    expect(w.sounding().length).toBe(1);
  });

  it('loads the first queued item, paused, if nothing was loaded', () => {
    w.engine.addToQueue(abc());
    w.seconds(1);
    expect(w.engine.snapshot()).toMatchObject({ state: 'paused', isPlaying: false });
    expect(w.title()).toBe('A');
    w.engine.toggle();
    expect(w.engine.snapshot().isPlaying).toBe(true);
  });

  it('restores a session, paused, at its position', () => {
    const queue = new Queue().play(abc(), 1, null, 0);
    w.engine.restore({ queue, position: 33, volume: 0.5, muted: false, transition: { kind: 'gapless' } });
    w.seconds(1);
    expect([w.engine.position(), w.engine.snapshot().state, w.sounding().length]).toEqual([33, 'paused', 0]);
    w.engine.resume();
    w.seconds(2);
    expect(w.engine.position()).toBeGreaterThan(34.5);
  });

  it('resets everything', () => {
    w.engine.playNow(abc());
    w.engine.reset();
    expect(w.engine.snapshot()).toMatchObject({ current: null, state: 'stopped' });
    expect(w.sounding()).toEqual([]);
  });
});

describe('failures', () => {
  it('reports a missing file, pauses and offers the next item', async () => {
    w.server.status = 404;
    w.engine.playNow([song('gone'), song('b')]);
    w.seconds(0.1);
    await settle();
    expect(w.engine.snapshot()).toMatchObject({ isPlaying: false, state: 'stopped' });
    expect(w.log[0]).toContain('missing');
    expect(w.notices).toMatchObject([{ reason: 'missing', item: { track: { id: 'gone' } }, next: { track: { id: 'b' } } }]);
    w.engine.next();
    w.seconds(1);
    expect([w.title(), w.engine.snapshot().state]).toEqual(['B', 'playing']);
  });

  it('stops with the sentence of the server when the plan allows no more devices', async () => {
    w = world({ status: 403 });
    Object.assign(w.server, { code: 'plan_limit', detail: 'Music plays on 3 of your devices.' });
    w.files['/a'] = { error: 4 };
    w.engine.playNow(abc());
    w.seconds(0.1);
    await settle();
    w.seconds(300);
    await settle();
    expect(w.notices).toMatchObject([{ reason: 'planLimit', detail: 'Music plays on 3 of your devices.' }]);
    expect(w.engine.snapshot().state).toBe('stopped');
  });

  it('plays another form of what the plan does not include as it is', async () => {
    w = world({ status: 403 });
    Object.assign(w.server, { code: 'plan_required', detail: 'No lossless.' });
    w.files['/a'] = { error: 4 };
    let lossy = false;
    w.engine.setSources({
      ...originals,
      url: ({ track }) => (lossy ? '/b' : track.audioUrl),
      instead: (_, why) => {
        lossy = why === 'notIncluded';
        return lossy;
      },
    });
    w.engine.playNow(abc());
    w.seconds(0.1);
    await settle();
    w.seconds(1);
    expect([w.notices, w.title(), w.engine.snapshot().state]).toEqual([[], 'A', 'playing']);
  });

  it('reports an item without audio and plays nothing else', () => {
    w.engine.playNow([song('a', { audioUrl: '' })]);
    expect(w.notices).toMatchObject([{ reason: 'unavailable' }]);
    expect(w.sounding()).toEqual([]);
  });

  it.each([401, 404])('renews an expired session, which the server answers with %i, and continues', async (status) => {
    w = world({ renewal: 'renewed' });
    w.engine.playNow(abc());
    w.seconds(20);
    w.server.status = status;
    w.audios[0]?.break(2);
    await settle();
    w.seconds(1);
    expect(w.server.renewals).toBe(1);
    expect(w.engine.snapshot().state).toBe('playing');
    expect(w.engine.position()).toBeGreaterThan(20);
  });

  it('gives up if the session cannot be renewed', async () => {
    w = world({ status: 404, renewal: 'ended' });
    w.engine.playNow([song('gone')]);
    w.seconds(0.1);
    await settle();
    expect(w.notices).toMatchObject([{ reason: 'denied' }]);
  });

  it('reports a file as missing if a new session does not find it either', async () => {
    w = world({ status: 404, renewal: 'renewed' });
    w.server.afterwards = 404;
    w.engine.playNow([song('gone')]);
    for (let i = 0; i < 2; i++) {
      w.seconds(0.1);
      await settle();
    }
    expect([w.server.renewals, w.notices]).toMatchObject([1, [{ reason: 'missing' }]]);
  });

  it('tries again later if the session cannot be renewed now', async () => {
    w = world({ status: 404, renewal: 'away' });
    w.engine.playNow([song('gone')]);
    w.seconds(0.1);
    await settle();
    expect([w.engine.snapshot().state, w.notices]).toEqual(['reconnecting', []]);
  });

  it('reconnects after 1, 2, 4, 8 s at the same position, then shows a notice', async () => {
    w.engine.playNow(abc());
    w.seconds(20);
    const at = w.engine.position();
    w.server.status = 0;
    w.files['/a'] = { error: 2 };
    w.audios[0]?.break(2);
    await settle();
    expect(w.engine.snapshot()).toMatchObject({ state: 'reconnecting', isPlaying: true });
    for (const pause of [1, 2, 4]) {
      w.seconds(pause + 0.1);
      await settle();
      expect([w.engine.snapshot().state, w.engine.position()]).toEqual(['reconnecting', at]);
    }
    w.files['/a'] = { duration: 100 };
    w.seconds(8.1);
    expect(w.engine.snapshot().state).toBe('playing');
    expect(w.engine.position()).toBeGreaterThanOrEqual(at);
    w.files['/a'] = { error: 2 };
    w.audios[0]?.break(2);
    await settle();
    for (const pause of [1, 2, 4, 8, 15, 15, 15, 30]) {
      w.seconds(pause + 0.1);
      await settle();
    }
    expect(w.notices).toMatchObject([{ reason: 'offline' }]);
    w.files['/a'] = { duration: 100 };
    w.engine.resume();
    w.seconds(0.1);
    expect(w.engine.position()).toBeGreaterThanOrEqual(at);
  });

  it('retries at once when the network is back', async () => {
    w.server.status = 0;
    w.files['/a'] = { error: 2 };
    w.engine.playNow(abc());
    w.seconds(0.1);
    await settle();
    w.files['/a'] = { duration: 100 };
    w.engine.online();
    w.seconds(0.1);
    expect(w.engine.snapshot().state).toBe('playing');
  });

  it('continues at a position that was sought while reconnecting', async () => {
    w.engine.playNow(abc());
    w.seconds(20);
    w.server.status = 0;
    w.audios[0]?.break(2);
    await settle();
    w.engine.seek(70);
    expect(w.engine.position()).toBe(70);
    w.seconds(2);
    expect(w.engine.snapshot().state).toBe('playing');
    expect(w.engine.position()).toBeGreaterThan(70);
  });

  it('keeps the position if it is paused while reconnecting', async () => {
    w.engine.playNow(abc());
    w.seconds(20);
    w.server.status = 0;
    w.audios[0]?.break(2);
    await settle();
    w.engine.pause();
    w.seconds(30);
    expect(w.engine.snapshot().state).toBe('paused');
    expect(w.engine.position()).toBeGreaterThan(19);
    w.engine.resume();
    w.seconds(1);
    expect(w.engine.position()).toBeGreaterThan(20);
  });

  it('treats 15 s without data as a lost connection', async () => {
    w.engine.playNow(abc());
    w.seconds(5);
    w.audios[0]?.dispatchEvent(new Event('waiting'));
    expect(w.engine.snapshot().state).toBe('loading');
    w.server.status = 503;
    w.seconds(15);
    await settle();
    expect(w.engine.snapshot().state).toBe('reconnecting');
  });

  it('reports an undecodable file as unsupported', async () => {
    w.files['/a'] = { error: 3 };
    w.engine.playNow(abc());
    w.seconds(0.1);
    await settle();
    expect(w.notices).toMatchObject([{ reason: 'unsupported' }]);
  });

  it('ignores a response that arrives after the listener moved on', async () => {
    w.server.status = 404;
    w.engine.playNow([song('gone'), song('b')]);
    w.seconds(0.1);
    w.engine.next();
    await settle();
    w.seconds(1);
    expect([w.engine.snapshot().state, w.notices]).toEqual(['playing', []]);
  });

  it('does not retry a failed preload before its turn', async () => {
    w.files['/b'] = { error: 4 };
    let asked = 0;
    for (const audio of w.audios) audio.addEventListener('error', () => asked++);
    w.engine.playNow(abc());
    w.seconds(75);
    expect([w.engine.snapshot().state, asked]).toEqual(['playing', 1]);
    w.files['/b'] = { duration: 60 };
    w.engine.next();
    w.seconds(1);
    expect([w.title(), w.engine.snapshot().state]).toEqual(['B', 'playing']);
  });
});
