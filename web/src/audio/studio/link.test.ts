import { beforeEach, expect, test, vi } from 'vitest';
import { type Socket, StudioLink } from './link';

class FakeSocket implements Socket {
  binaryType: BinaryType = 'blob';
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly texts: Record<string, unknown>[] = [];
  readonly numbers: number[] = [];
  send(data: string | ArrayBuffer) {
    if (typeof data === 'string') this.texts.push(JSON.parse(data));
    else this.numbers.push(new DataView(data).getUint32(0));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: Record<string, unknown>) {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ next: 0, listeners: 0, buffered: 0, ...message }) }));
  }
  drop() {
    this.readyState = 3;
    this.onclose?.();
  }
}

let sockets: FakeSocket[];
const handlers = { onState: vi.fn(), onStatus: vi.fn(), onRestart: vi.fn(), askWhy: vi.fn(async () => '') };
const clock = {
  now: () => Date.now(),
  after: (ms: number, call: () => void) => {
    const id = setTimeout(call, ms);
    return () => clearTimeout(id);
  },
};
const last = () => sockets.at(-1) as FakeSocket;

function connect() {
  const make = () => {
    sockets.push(new FakeSocket());
    return last();
  };
  const link = new StudioLink(make, clock, { codec: 'opus', channels: 2, bitrate: 128_000 }, handlers);
  last().open();
  last().say({ type: 'ready', session: 's1' });
  return link;
}

const packets = (link: StudioLink, n: number, micros = 20_000) => {
  for (let i = 0; i < n; i++) link.send(new ArrayBuffer(4), micros);
};

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.clearAllMocks();
  handlers.askWhy.mockResolvedValue('');
});

test('only what the server did not get is sent again over the next connection', () => {
  const link = connect();
  expect(last().texts[0]).toMatchObject({ type: 'hello', codec: 'opus', session: '' });
  packets(link, 6);
  last().say({ type: 'status', next: 4 });
  last().drop();
  packets(link, 2);
  expect(handlers.onState).toHaveBeenLastCalledWith('reconnecting', undefined);
  vi.advanceTimersByTime(400);
  last().open();
  expect(last().texts[0]).toMatchObject({ type: 'hello', session: 's1' });
  last().say({ type: 'ready', session: 's1', next: 5 });
  expect(last().numbers).toEqual([5, 6, 7]);
  expect(handlers.onState).toHaveBeenLastCalledWith('live', undefined);
  expect(handlers.onRestart).not.toHaveBeenCalled();
});

test('at most thirty seconds of sound are kept', () => {
  const link = connect();
  last().drop();
  packets(link, 40, 1_000_000);
  vi.advanceTimersByTime(400);
  last().open();
  last().say({ type: 'ready', session: 's1', next: 0 });
  expect(last().numbers).toEqual(Array.from({ length: 30 }, (_, i) => i + 10));
});

test('a new session starts from the beginning', () => {
  const link = connect();
  packets(link, 3);
  last().drop();
  vi.advanceTimersByTime(400);
  last().open();
  last().say({ type: 'ready', session: 's2' });
  expect(handlers.onRestart).toHaveBeenCalledOnce();
  expect(last().numbers).toEqual([]);
});

test('a silent server is disconnected', () => {
  connect();
  vi.advanceTimersByTime(6100);
  expect(handlers.onState).toHaveBeenLastCalledWith('reconnecting', undefined);
});

test('the server ends a broadcast with a reason, and it does not resume', () => {
  const link = connect();
  last().say({ type: 'off', reason: 'Your hour is over.' });
  expect(handlers.onState).toHaveBeenLastCalledWith('off', 'Your hour is over.');
  packets(link, 3);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test('it goes on air again after a server that says it will be back', async () => {
  const link = connect();
  last().say({ type: 'off', reason: 'The server is being restarted.', retry: true });
  expect(handlers.onState).toHaveBeenLastCalledWith('reconnecting', 'The server is being restarted.');
  packets(link, 3);
  await vi.advanceTimersByTimeAsync(400);
  last().open();
  last().say({ type: 'ready', session: 's2' });
  expect(handlers.onState).toHaveBeenLastCalledWith('live', undefined);
  expect(handlers.onRestart).toHaveBeenCalledOnce();
});

test('a server that takes it off air again and again is asked less and less often, until it is on air', async () => {
  connect();
  const pause = async () => {
    const { length } = sockets;
    last().say({ type: 'off', retry: true });
    let ms = 0;
    for (; sockets.length === length; ms += 100) await vi.advanceTimersByTimeAsync(100);
    last().open();
    last().say({ type: 'ready', session: `s${sockets.length}` });
    return ms;
  };
  const pauses: number[] = [];
  for (let i = 0; i < 7; i++) pauses.push(await pause());
  expect(pauses).toEqual([300, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  last().say({ type: 'status', state: 'live' });
  expect(await pause()).toBe(300);
});

test('it connects again after an hour without the server, in a new session', async () => {
  const link = connect();
  last().drop();
  for (let i = 0; i < 600; i++) {
    packets(link, 6, 1_000_000);
    await vi.advanceTimersByTimeAsync(6000);
    if (last().readyState !== 3) last().drop();
  }
  expect(handlers.onState).toHaveBeenLastCalledWith('reconnecting', undefined);
  expect(sockets.length).toBeLessThan(300);
  await vi.advanceTimersByTimeAsync(15_000);
  last().open();
  last().say({ type: 'ready', session: 's2' });
  expect(handlers.onState).toHaveBeenLastCalledWith('live', undefined);
  expect(handlers.onRestart).toHaveBeenCalledOnce();
});

test('it gives up if the server lets nobody in, and says why', async () => {
  connect();
  handlers.askWhy.mockResolvedValue('You are not one of the DJs of this station.');
  last().drop(); // that may be the network
  expect(handlers.askWhy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(400);
  last().drop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(handlers.onState).toHaveBeenLastCalledWith('off', 'You are not one of the DJs of this station.');
  expect(sockets).toHaveLength(2);
});

test('the title is sent once connected, and again after a lost connection', () => {
  const link = connect();
  link.title('Ada', 'One');
  last().drop();
  vi.advanceTimersByTime(400);
  last().open();
  last().say({ type: 'ready', session: 's1' });
  expect(sockets.map((socket) => socket.texts.filter((text) => text.type === 'title').length)).toEqual([1, 1]);
});
