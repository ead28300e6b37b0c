import { beforeEach, describe, expect, it } from 'vitest';
import { PLAYS_KEY, PlayCount, type PlayReport } from './play-count';
import { fakePlayer, fakeStore, song, songs } from './testing';

function world() {
  const player = fakePlayer();
  const store = fakeStore();
  const sent: PlayReport[] = [];
  const server = { up: true };
  const plays = new PlayCount(player.engine, store, player.clock, async (report) => {
    if (!server.up) return 'later';
    sent.push(report);
    return 'done';
  });
  plays.watch();
  return { ...player, store, sent, server, plays };
}

let w = world();
beforeEach(() => {
  w = world();
});
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

describe('PlayCount', () => {
  it('reports once, after 30 seconds of playback', async () => {
    w.engine.playNow(songs('a'));
    w.seconds(29);
    await settle();
    expect(w.sent).toEqual([]);
    w.seconds(50);
    await settle();
    expect(w.sent).toHaveLength(1);
    expect(w.sent[0]).toMatchObject({ trackId: 'a', startedAt: '2023-11-14T22:13:20.000Z' });
    expect(w.sent[0]?.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(w.sent[0]?.listened).toBeGreaterThanOrEqual(30);
    expect(w.sent[0]?.listened).toBeLessThan(31);
  });

  it('says of a mix that it is one', async () => {
    w.engine.playNow([song('m', { mix: 'published' })]);
    w.seconds(31);
    await settle();
    expect(w.sent).toMatchObject([{ trackId: 'm', isMix: true }]);
    expect(w.sent[0]).not.toHaveProperty('heard');
  });

  it('does not count an automix, which only its owner hears', async () => {
    w.engine.playNow([song('x', { mix: 'automix' })]);
    w.seconds(31);
    await settle();
    expect(w.sent).toEqual([]);
  });

  it('reports after half of a short track', async () => {
    w.files['/s'] = { duration: 20 };
    w.engine.playNow([song('s', { duration: 20 })]);
    w.seconds(9.5);
    await settle();
    expect(w.sent).toEqual([]);
    w.seconds(1.5);
    await settle();
    expect(w.sent).toHaveLength(1);
  });

  it('counts only playback: no pauses, no seeks', async () => {
    w.engine.playNow(songs('a'));
    w.seconds(10);
    w.engine.pause();
    w.seconds(600);
    w.engine.resume();
    w.seconds(5);
    w.engine.seek(90);
    w.seconds(5);
    await settle();
    expect(w.sent).toEqual([]);
    w.engine.seek(0);
    w.seconds(12);
    await settle();
    expect(w.sent).toHaveLength(1);
  });

  it('never counts more than the elapsed time', async () => {
    w.engine.playNow(songs('a'));
    w.seconds(5);
    const [audio] = w.audios;
    if (audio) audio.currentTime = 60; // the element jumps by itself, as across a gap in a stream
    w.seconds(20);
    await settle();
    expect(w.sent).toEqual([]);
    w.seconds(6);
    await settle();
    expect(w.sent).toHaveLength(1);
  });

  it('counts every play of a repeated item', async () => {
    w.engine.setRepeat('one');
    w.engine.playNow(songs('a'));
    w.seconds(250);
    await settle();
    expect(w.sent.map((report) => report.trackId)).toEqual(['a', 'a', 'a']);
    expect(new Set(w.sent.map((report) => report.id)).size).toBe(3);
  });

  it('counts an item that follows gapless', async () => {
    w.engine.playNow(songs('ab'));
    w.seconds(140);
    await settle();
    expect(w.sent.map((report) => report.trackId)).toEqual(['a', 'b']);
  });

  it('keeps reports while offline and sends them later in order with the same IDs', async () => {
    w.server.up = false;
    w.engine.playNow(songs('ab'));
    w.seconds(140);
    await settle();
    const kept = JSON.parse(w.store.get(PLAYS_KEY) ?? '[]') as PlayReport[];
    expect(kept.map((report) => report.trackId)).toEqual(['a', 'b']);
    w.server.up = true;
    await w.plays.flush();
    expect(w.sent).toEqual(kept);
    expect(w.store.data.has(PLAYS_KEY)).toBe(false);
  });

  it('works with a broken store', async () => {
    w.store.set(PLAYS_KEY, '{');
    w.engine.playNow(songs('a'));
    w.seconds(31);
    await settle();
    expect(w.sent).toHaveLength(1);
  });
});
