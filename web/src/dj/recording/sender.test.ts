import { expect, test, vi } from 'vitest';
import { ApiError, NoResponse } from '@/api/error';
import type { Growing } from '@/api/tus/growing';
import { FakeClock } from '@/audio/fakes';
import type { Recordings } from './recordings';
import { Sender } from './sender';

/** A browser's pieces and a server's bytes, without the browser and the server. */
function setUp() {
  const pieces: string[] = [];
  const bytes = { arrived: '', isWhole: false };
  const trouble: { next: Error | null; calls: string[] } = { next: null, calls: [] };
  const call = (name: string) => {
    trouble.calls.push(name);
    const error = trouble.next;
    if (error) throw error;
  };
  let uploads = 0;
  const server: Growing = {
    async begin() {
      call('begin');
      bytes.arrived = '';
      return `u${++uploads}`;
    },
    async offset() {
      call('offset');
      return bytes.arrived.length;
    },
    async append(_, offset, piece, isLast) {
      call('append');
      if (offset !== bytes.arrived.length) throw new ApiError(409, '', '');
      bytes.arrived += await piece.text();
      bytes.isWhole = isLast;
      return bytes.arrived.length;
    },
    async discard() {
      call('discard');
    },
  };
  const change = vi.fn(async () => {});
  const recordings = {
    pieces: async (_: string, from: number, count: number) => pieces.slice(from, from + count).map((text) => new Blob([text])),
    change,
  } as unknown as Recordings;
  const clock = new FakeClock();
  const sender = new Sender(server, async () => recordings, clock);
  const settle = async () => {
    for (let i = 0; i < 60; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return { pieces, bytes, trouble, sender, change, settle, pass };
}

test('a recording is sent while it grows, and ends with its last byte', async () => {
  const { pieces, bytes, sender, change, settle, pass } = setUp();
  pieces.push('head', '1');
  sender.start({ id: 'r' });
  await settle();
  expect(bytes.arrived).toBe('head1');
  expect(change).toHaveBeenCalledWith('r', { upload: 'u1' });
  pieces.push('2', '3');
  await pass(2000);
  expect(bytes).toEqual({ arrived: 'head123', isWhole: false });
  pieces.push('end');
  sender.end();
  await settle();
  expect(bytes).toEqual({ arrived: 'head123end', isWhole: true });
  expect(sender.get()).toMatchObject({ phase: 'whole', sent: 10 });
  expect(await sender.whole({ id: 'r' })).toBe('u1');
});

test('the end reaches the server also when everything else was there', async () => {
  const { pieces, bytes, sender, settle } = setUp();
  pieces.push('all');
  sender.start({ id: 'r' });
  await settle();
  sender.end();
  await settle();
  expect(bytes).toEqual({ arrived: 'all', isWhole: true });
});

test('what was recorded while the server was away follows in its order, many pieces at a time', async () => {
  const { pieces, bytes, trouble, sender, settle, pass } = setUp();
  trouble.next = new NoResponse('away');
  sender.start({ id: 'r' });
  await settle();
  expect(sender.get().phase).toBe('waiting');
  pieces.push(...Array.from({ length: 75 }, (_, i) => `${i},`));
  for (let i = 0; i < 20; i++) await pass(15_000);
  expect(trouble.calls.filter((name) => name === 'begin').length).toBeLessThan(25);
  trouble.next = null;
  await pass(15_000);
  expect(bytes.arrived).toBe(pieces.join(''));
  expect(sender.get().phase).toBe('sending');
});

test('a server without room gets the rest, in its order, once it has room again', async () => {
  const { pieces, bytes, trouble, sender, settle, pass } = setUp();
  const full = new ApiError(503, '{"code":"server_full","detail":"The server has no space for the file at the moment."}', '');
  trouble.next = full;
  pieces.push('head', '1');
  sender.start({ id: 'r' });
  await settle();
  expect(sender.get().phase).toBe('full');
  trouble.next = null;
  await pass(500);
  expect(bytes.arrived).toBe('head1');
  expect(sender.get().phase).toBe('sending');
  trouble.next = full; // in mid-upload
  pieces.push('2');
  await pass(2000);
  expect(sender.get()).toMatchObject({ phase: 'full', sent: 5 });
  bytes.arrived = 'head12'; // the server took as much as it had room for
  pieces.push('3', 'end');
  sender.end();
  await pass(60_000);
  expect(sender.get().phase).toBe('full');
  trouble.next = null;
  await pass(15_000);
  expect(bytes).toEqual({ arrived: 'head123end', isWhole: true });
  expect(sender.get()).toMatchObject({ phase: 'whole', sent: 10 });
});

test('after a reload, only what the server does not have is sent', async () => {
  const { pieces, bytes, trouble, sender, settle } = setUp();
  pieces.push('head', 'one', 'two');
  bytes.arrived = 'headon'; // the connection broke in the middle of a piece
  sender.start({ id: 'r', upload: 'u9' });
  sender.end();
  await settle();
  expect(bytes).toEqual({ arrived: 'headonetwo', isWhole: true });
  expect(trouble.calls).toEqual(['offset', 'append']);
});

test('more on the server than in the browser is kept', async () => {
  const { pieces, bytes, sender } = setUp();
  pieces.push('head');
  bytes.arrived = 'head and what a crash took from the browser';
  expect(await sender.whole({ id: 'r', upload: 'u9' })).toBe('u9');
  expect(bytes.isWhole).toBe(true);
});

test('an upload that has expired begins again', async () => {
  const { pieces, bytes, trouble, sender, settle, pass } = setUp();
  pieces.push('head', 'one');
  trouble.next = new ApiError(404, '', '');
  sender.start({ id: 'r', upload: 'gone' });
  await settle();
  trouble.next = null;
  await pass(500);
  expect(bytes.arrived).toBe('headone');
});

test('a refusal says why and ends the attempts; saving tries once more', async () => {
  const { pieces, bytes, trouble, sender, settle, pass } = setUp();
  pieces.push('head');
  trouble.next = new ApiError(413, '{"detail":"No room."}', '');
  sender.start({ id: 'r' });
  await settle();
  expect(sender.get()).toMatchObject({ phase: 'refused', refusal: expect.objectContaining({ detail: 'No room.' }) });
  await pass(60_000);
  expect(trouble.calls).toEqual(['begin']);
  await expect(sender.whole({ id: 'r' })).rejects.toThrow('No room.');
  trouble.next = null;
  expect(await sender.whole({ id: 'r' })).toBe('u1');
  expect(bytes.arrived).toBe('head');
});

test('a discarded recording leaves nothing on the server, and nothing more is sent', async () => {
  const { pieces, trouble, sender, settle, pass } = setUp();
  pieces.push('head');
  sender.start({ id: 'r' });
  await settle();
  await sender.discard({ id: 'r' });
  pieces.push('more');
  await pass(60_000);
  expect(trouble.calls).toEqual(['begin', 'append', 'discard']);
  expect(sender.get().phase).toBe('off');
});
