import { expect, it } from 'vitest';
import { type Channel, claimSound } from './tabs';
import { fakePlayer, songs } from './testing';

/** Broadcast channels of one browser: each gets the messages of the others. */
function network() {
  const channels: Channel[] = [];
  return (): Channel => {
    const channel: Channel = {
      onmessage: null,
      close: () => {},
      postMessage: (data) => {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent);
      },
    };
    channels.push(channel);
    return channel;
  };
}

it('pauses the other tab', () => {
  const open = network();
  const [a, b] = [fakePlayer(), fakePlayer()];
  claimSound(a.engine, open(), a.clock, 'a');
  claimSound(b.engine, open(), b.clock, 'b');
  a.engine.playNow(songs('x'));
  a.seconds(1);
  b.seconds(1);
  b.engine.playNow(songs('y'));
  expect([a.engine.snapshot().isPlaying, b.engine.snapshot().isPlaying]).toEqual([false, true]);
  a.seconds(5);
  a.engine.resume();
  expect([a.engine.snapshot().isPlaying, b.engine.snapshot().isPlaying]).toEqual([true, false]);
});

it('ignores a claim that is older than its own', () => {
  const { engine, clock } = fakePlayer();
  const channel = network()();
  claimSound(engine, channel, clock, 'm');
  engine.playNow(songs('x'));
  channel.onmessage?.({ data: { id: 'z', at: clock.now() - 1 } } as MessageEvent);
  expect(engine.snapshot().isPlaying).toBe(true);
  channel.onmessage?.({ data: { id: 'a', at: clock.now() } } as MessageEvent);
  expect(engine.snapshot().isPlaying).toBe(true);
  channel.onmessage?.({ data: { id: 'z', at: clock.now() } } as MessageEvent);
  expect(engine.snapshot().isPlaying).toBe(false);
});
