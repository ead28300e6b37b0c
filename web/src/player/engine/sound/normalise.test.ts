import { describe, expect, it, vi } from 'vitest';
import { Queue } from '@/player/engine/queue/queue';
import { song } from '@/player/engine/testing';
import { inAlbum, Loudness } from './normalise';

const decibels = (factor: number) => Math.round(20 * Math.log10(factor) * 100) / 100;

describe('inAlbum', () => {
  const album = { albumId: '1' };
  const queue = (kind: string) =>
    new Queue().play([song('a', album), song('b', album), song('c', { albumId: '2' }), song('d')], 0, { kind, title: '' }, 0);
  const is = (at: number, list: Queue) => list.items[at] && inAlbum(list.items[at], list);

  it('is true in the order of an album, and next to another song of it', () => {
    expect([0, 1, 2, 3].map((at) => is(at, queue('playlist')))).toEqual([true, true, false, false]);
    expect(is(2, queue('album'))).toBe(true);
    expect(is(2, queue('album').withShuffle(true, 1))).toBe(false);
  });
});

describe('Loudness', () => {
  it('requests the gain once, plays unchanged until it is known, and then reports it', async () => {
    const learned = vi.fn();
    const ask = vi.fn(async () => ({ track: { gain: -6, peak: 0 }, album: { gain: -3, peak: 0 } }));
    const loudness = new Loudness(learned, ask);
    const queue = new Queue().play([song('a', { albumId: '1' })], 0, { kind: 'playlist', title: '' }, 0);
    const item = queue.items[0];
    if (!item) throw new Error('no item');
    expect(loudness.gain(item, queue)).toBe(1);
    expect(ask).not.toHaveBeenCalled();
    loudness.mode = 'auto';
    expect([loudness.gain(item, queue), loudness.gain(item, queue)]).toEqual([1, 1]);
    await vi.waitFor(() => expect(learned).toHaveBeenCalledOnce());
    expect(ask).toHaveBeenCalledOnce();
    expect(decibels(loudness.gain(item, queue))).toBe(-6);
    loudness.mode = 'album';
    expect(decibels(loudness.gain(item, queue))).toBe(-3);
  });
});
