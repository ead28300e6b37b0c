import { expect, it } from 'vitest';
import { ulid } from '@/lib/ulid';
import { song } from '@/player/engine/testing';
import { toPlayerItem } from './item';

it('has exactly six fields in a player item', () => {
  const item = toPlayerItem(song('a', { album: 'Album', albumId: '1', hasLyrics: true }));
  expect(Object.keys(item).sort()).toEqual(['artist', 'audioUrl', 'coverImageUrl', 'duration', 'id', 'title']);
});

it('creates ULIDs that sort by time and do not collide', () => {
  expect(ulid(1_700_000_000_000) < ulid(1_700_000_000_001)).toBe(true);
  expect(ulid(0).slice(0, 10)).toBe('0000000000');
  expect(new Set(Array.from({ length: 1000 }, () => ulid(1))).size).toBe(1000);
});
