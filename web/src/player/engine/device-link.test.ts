import { describe, expect, it } from 'vitest';
import { type DeviceReport, linkDevice, obey } from './device-link';
import { fakePlayer, fakeStore, songs } from './testing';

function linked() {
  const player = fakePlayer();
  const store = fakeStore();
  const reports: DeviceReport[] = [];
  const send = async (report: DeviceReport) => void reports.push(report);
  const link = linkDevice(player.engine, { clock: player.clock, store, tab: 'one', name: 'Desk', send });
  const wait = async (seconds: number) => {
    player.seconds(seconds);
    await Promise.resolve();
  };
  return { ...player, store, reports, link, wait };
}

describe('a device', () => {
  it('reports nothing until something plays on it', async () => {
    const { engine, reports, wait, link } = linked();
    engine.addToQueue(songs('ab'));
    await wait(300);
    expect(reports).toEqual([]);
    expect(link.speaks()).toBe(false);
  });

  it('reports what it plays, the queue once, and then that it is still there', async () => {
    const { engine, reports, wait } = linked();
    engine.playNow(songs('abc'), 1);
    await wait(2);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ name: 'Desk', trackId: 'b', title: 'B', state: 'playing', volume: 1, duration: 100 });
    expect(reports[0]?.queue).toMatchObject({ at: 1 });
    await wait(30);
    expect(reports).toHaveLength(2);
    expect(reports[1]).toMatchObject({ queue: undefined, queueVersion: reports[0]?.queueVersion, trackId: 'b' });
    expect(reports[1]?.position).toBeGreaterThan(20);
    engine.next();
    await wait(2);
    expect(reports.at(-1)).toMatchObject({ trackId: 'c' });
    expect(reports.at(-1)?.queue).toBeDefined();
  });

  it('reports pauses and seeks', async () => {
    const { engine, reports, wait } = linked();
    engine.playNow(songs('a'));
    await wait(2);
    engine.seek(50);
    await wait(2);
    engine.pause();
    await wait(2);
    expect(reports.map(({ state }) => state)).toEqual(['playing', 'playing', 'paused']);
    expect(reports[1]?.position).toBeGreaterThan(49);
  });

  it('reports nothing while another tab of the browser plays', async () => {
    const { engine, reports, wait, store } = linked();
    engine.playNow(songs('a'));
    await wait(2);
    store.set('sonora_speaker', 'another');
    engine.pause();
    await wait(200);
    expect(reports).toHaveLength(1);
  });

  it('sends the queue again if it did not arrive', async () => {
    const player = fakePlayer();
    const reports: DeviceReport[] = [];
    let reachable = false;
    const send = async (report: DeviceReport) => {
      reports.push(report);
      if (!reachable) throw new Error('no network');
    };
    linkDevice(player.engine, { clock: player.clock, store: fakeStore(), tab: 'one', name: 'Desk', send });
    player.engine.playNow(songs('a'));
    player.seconds(2);
    await Promise.resolve();
    reachable = true;
    player.seconds(40);
    await Promise.resolve();
    expect(reports.map(({ queue }) => queue !== undefined)).toEqual([true, true]);
  });

  it('follows commands', () => {
    const { engine } = fakePlayer();
    engine.playNow(songs('ab'));
    obey(engine, { command: 'next', value: 0 });
    expect(engine.snapshot().current?.track.id).toBe('b');
    obey(engine, { command: 'pause', value: 0 });
    obey(engine, { command: 'volume', value: 0.25 });
    obey(engine, { command: 'seek', value: 12 });
    expect([engine.snapshot().isPlaying, engine.snapshot().volume, engine.position()]).toEqual([false, 0.25, 12]);
    obey(engine, { command: 'toggle', value: 0 });
    obey(engine, { command: 'nonsense', value: 0 });
    expect(engine.snapshot().isPlaying).toBe(true);
  });
});
