import { expect, it } from 'vitest';
import { song } from '@/player/engine/testing';
import { isPlayable, toPlayerItem } from './item';

it('has exactly six fields in a player item', () => {
  const item = toPlayerItem(song('a', { album: 'Album', albumId: '1', hasLyrics: true }));
  expect(Object.keys(item).sort()).toEqual(['artist', 'audioUrl', 'coverImageUrl', 'duration', 'id', 'title']);
});

it('plays neither missing tracks nor unavailable entries', () => {
  expect(isPlayable({ isMissing: false })).toBe(true);
  expect(isPlayable({ isMissing: false, available: true })).toBe(true);
  expect(isPlayable({ isMissing: true, available: true })).toBe(false);
  expect(isPlayable({ isMissing: false, available: false })).toBe(false);
  expect(isPlayable(undefined)).toBe(false);
});
