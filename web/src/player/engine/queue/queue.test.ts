import { describe, expect, it } from 'vitest';
import { randomFrom } from '@/lib/random';
import { songs } from '@/player/engine/testing';
import type { QueueItem } from './item';
import { Queue } from './queue';

const ids = (items: readonly QueueItem[]) => items.map((item) => item.track.id).join('');
const album = { kind: 'album', title: 'Album' };
const playing = (names: string, index = 0) => new Queue().play(songs(names), index, album, 1);

describe('Queue', () => {
  it('plays the context to its end', () => {
    const c = playing('abc').next()?.next();
    expect(c?.current?.track.id).toBe('c');
    expect(c?.next()).toBeNull();
    expect(ids(c?.history ?? [])).toBe('ab');
  });

  it('plays “Next up” before the context continues', () => {
    const queue = playing('abc').append(songs('xy')).insertNext(songs('w'));
    const heard = walk(queue);
    expect(ids(heard)).toBe('awxybc');
  });

  it('goes back through the context, and returns an item to “Next up”', () => {
    const x = playing('abc', 1).append(songs('x')).next();
    expect(x?.current?.track.id).toBe('x');
    const b = x?.previous();
    expect([b?.current?.track.id, ids(b?.user ?? [])]).toEqual(['b', 'x']);
    expect(b?.previous()?.current?.track.id).toBe('a');
    expect(b?.previous()?.previous()).toBeNull();
  });

  it('inserts items at a position, and restores removed ones', () => {
    const queue = playing('abc').append(songs('xy'));
    const more = queue.insert(songs('vw'), { list: 'user', index: 1 }).insert(songs('z'), { list: 'context', index: 1 });
    expect([ids(more.user), ids(more.upcoming())]).toEqual(['xvwy', 'bzc']);
    const [, y] = queue.user;
    if (!y) throw new Error('no y');
    const back = queue.remove(y.uid).putBack([y], { list: 'user', index: 1 });
    expect(ids(back.user)).toBe('xy');
    expect(back.putBack([y], { list: 'user', index: 0 }).user).toEqual(back.user); // it is already in the list
    const upcoming = queue.upcoming();
    expect(ids(queue.clear('context').putBack(upcoming, { list: 'context', index: 0 }).upcoming())).toBe('bc');
  });

  it('plays queued items before those of endless playback', () => {
    const endless = songs('ef').map((song) => ({ ...song, endless: true }));
    const queue = playing('a').append(songs('x')).append(endless).append(songs('y'));
    expect(ids(queue.user)).toBe('xyef');
    expect(ids(queue.append(endless).user)).toBe('xyefef');
  });

  it('repeats all, and repeats one only after it ended by itself', () => {
    const all = playing('ab', 1).withRepeat('all');
    expect(all.next()?.current?.track.id).toBe('a');
    expect(all.next()?.previous()?.current?.track.id).toBe('b');
    const one = playing('ab').withRepeat('one');
    expect(one.next('ended')).toBe(one);
    expect(one.next('skipped')?.current?.track.id).toBe('b');
  });

  it('shuffles with a seed and the current item first, and restores the order', () => {
    const queue = playing('abcdefgh', 3);
    const mixed = queue.withShuffle(true, 42);
    expect(mixed.current).toBe(queue.current);
    expect(ids(mixed.order)).toBe(ids(queue.withShuffle(true, 42).order));
    expect(ids(mixed.order)).not.toBe('abcdefgh');
    expect(ids(mixed.order)[0]).toBe('d');
    const back = mixed.next()?.withShuffle(false, 0);
    expect(ids(back?.order ?? [])).toBe('abcdefgh');
    expect(back?.order[back.at]).toBe(back?.current);
  });

  it('starts a new context shuffled if shuffle is on', () => {
    const queue = new Queue().withShuffle(true, 1).play(songs('abcdefgh'), 2, album, 5);
    expect(queue.current?.track.id).toBe('c');
    expect(ids(walk(queue)).split('').sort().join('')).toBe('abcdefgh');
  });

  it('loads the first item that is added to an empty queue', () => {
    const queue = new Queue().append(songs('xy'));
    expect([queue.current?.track.id, ids(queue.user)]).toEqual(['x', 'y']);
  });

  it('takes an item out of “Next up” on a jump, and keeps the rest', () => {
    const queue = playing('abc').append(songs('xyz'));
    const y = queue.jump(queue.user[1]?.uid ?? '');
    expect([y.current?.track.id, ids(y.user), ids(y.upcoming())]).toEqual(['y', 'xz', 'bc']);
    const c = queue.jump(queue.order[2]?.uid ?? '');
    expect([c.current?.track.id, ids(c.user), ids(c.upcoming())]).toEqual(['c', 'xyz', '']);
  });

  it('moves within a list and between the lists', () => {
    const queue = playing('abcd').append(songs('xy'));
    const [x, y] = queue.user;
    const d = queue.order[3];
    expect(ids(queue.move(y?.uid ?? '', { list: 'user', index: 0 }).user)).toBe('yx');
    const promoted = queue.move(d?.uid ?? '', { list: 'user', index: 1 });
    expect([ids(promoted.user), ids(promoted.upcoming()), ids(promoted.items)]).toEqual(['xdy', 'bc', 'abc']);
    const demoted = queue.move(x?.uid ?? '', { list: 'context', index: 1 });
    expect([ids(demoted.user), ids(demoted.upcoming()), ids(demoted.items)]).toEqual(['y', 'bxcd', 'abxcd']);
  });

  it('removes and clears, but never the current item', () => {
    const queue = playing('abc', 1).append(songs('x'));
    expect(queue.remove(queue.current?.uid ?? '')).toBe(queue);
    const without = queue.remove(queue.order[0]?.uid ?? '');
    expect([ids(without.order), without.at, without.current?.track.id]).toEqual(['bc', 0, 'b']);
    expect(ids(queue.clear('user').user)).toBe('');
    expect([ids(queue.clear('context').upcoming()), ids(queue.clear('context').items)]).toEqual(['', 'ab']);
  });

  it.each(Array.from({ length: 30 }, (_, seed) => seed))('keeps its word through any 80 commands (seed %i)', (seed) => {
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    let queue = new Queue();
    for (let step = 0; step < 80; step++) {
      queue = command(queue, random, pick);
      check(queue);
    }
  });
});

/** The items that play from here to the end. */
function walk(queue: Queue): QueueItem[] {
  const heard: QueueItem[] = [];
  for (let at: Queue | null = queue; at?.current; at = at.next('ended')) heard.push(at.current);
  return heard;
}

function command(queue: Queue, random: () => number, pick: <T>(list: readonly T[]) => T | undefined): Queue {
  const some = () => songs('klmnopqrst'.slice(0, 1 + Math.floor(random() * 9)));
  const upcoming = pick([...queue.user, ...queue.upcoming()])?.uid ?? '';
  const any = pick([...queue.user, ...queue.order, ...queue.history])?.uid ?? '';
  const commands = [
    () => queue.play(some(), 0, album, Math.floor(random() * 1e9)),
    () => queue.next() ?? queue,
    () => queue.next('ended') ?? queue,
    () => queue.previous() ?? queue,
    () => queue.insertNext(some()),
    () => queue.append(some()),
    () => queue.insert(some(), { list: random() < 0.5 ? 'user' : 'context', index: Math.floor(random() * 6) }),
    () => queue.remove(any),
    () => queue.move(upcoming, { list: random() < 0.5 ? 'user' : 'context', index: Math.floor(random() * 6) }),
    () => queue.jump(any),
    () => queue.withShuffle(random() < 0.5, Math.floor(random() * 1e9)),
    () => queue.withRepeat(pick(['off', 'all', 'one'] as const) ?? 'off'),
    () => (random() < 0.1 ? queue.clear(random() < 0.5 ? 'user' : 'context') : queue),
  ];
  return pick(commands)?.() ?? queue;
}

function check(queue: Queue) {
  const uids = (items: readonly QueueItem[]) => items.map((item) => item.uid);
  expect(uids(queue.order).sort()).toEqual(uids(queue.items).sort());
  if (!queue.shuffle) expect(uids(queue.order)).toEqual(uids(queue.items));
  const waiting = uids([...queue.user, ...queue.order]);
  expect(new Set(waiting).size).toBe(waiting.length);
  expect(uids(queue.user)).not.toContain(queue.current?.uid);
  expect(queue.user.every((item) => item.source === 'user')).toBe(true);
  expect(queue.order.every((item) => item.source === 'context')).toBe(true);
  expect(queue.at).toBeGreaterThanOrEqual(-1);
  expect(queue.at).toBeLessThan(Math.max(1, queue.order.length));
  if (queue.current?.source === 'context' && queue.order.includes(queue.current)) expect(queue.order[queue.at]).toBe(queue.current);
  const off = queue.withRepeat('off');
  expect(walk(off).length).toBe((queue.current ? 1 : 0) + queue.user.length + queue.upcoming().length);
}
