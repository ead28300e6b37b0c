import { expect, test } from 'vitest';
import type { CollectionReport } from '@/api/types';
import { added, changes, playlistsOf } from './collection';

const report = (over: Partial<CollectionReport>): CollectionReport => ({
  applied: false,
  tracks: 2,
  matched: 1,
  notFound: 1,
  ambiguous: 0,
  kept: 0,
  skipped: 0,
  leftOut: 2,
  invalid: 3,
  unread: 1,
  playlistsLeftOut: 5,
  taken: { cues: 1, hotCues: 2, loops: 3, grids: 4 },
  playlists: [],
  missing: [{ text: 'Ana - Uno', reason: 'not-found' }],
  next: null,
  ...over,
});

test('adds up the reports of parts', () => {
  const sum = added(report({ next: 'on' }), report({ kept: 3, ambiguous: 1 }));
  expect(sum).toMatchObject({
    tracks: 4,
    matched: 2,
    notFound: 2,
    ambiguous: 1,
    kept: 3,
    leftOut: 4,
    invalid: 6,
    unread: 2,
    playlistsLeftOut: 10,
    next: null,
  });
  expect(sum.taken).toEqual({ cues: 2, hotCues: 4, loops: 6, grids: 8 });
  expect(sum.missing).toHaveLength(2);
});

test('counts the playlists that an import makes', () => {
  const none = { cues: 0, hotCues: 0, loops: 0, grids: 0 };
  const lists = [
    { name: 'New', found: 2, missing: 0, leftOut: 0, exists: false },
    { name: 'Empty', found: 0, missing: 4, leftOut: 0, exists: false },
    { name: 'Old', found: 2, missing: 0, leftOut: 0, exists: true },
  ];
  expect(playlistsOf(report({ playlists: lists }))).toEqual({ made: 1, existing: 1, songsLeftOut: 0 });
  expect(changes(report({ taken: none, playlists: lists }))).toBe(true);
  expect(changes(report({ taken: none, playlists: lists.slice(1) }))).toBe(false);
  expect(changes(report({ taken: { ...none, loops: 1 } }))).toBe(true);
});
