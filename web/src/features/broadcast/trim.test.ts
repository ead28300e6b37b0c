import { expect, test } from 'vitest';
import { listText, moved, parseList, secondsOf } from './trim';

test('times of a recording are written and read', () => {
  expect(secondsOf('1:02:03')).toBe(3723);
  expect(secondsOf(' 2:03 ')).toBe(123);
  expect(secondsOf('63')).toBe(63);
  expect(secondsOf('')).toBeUndefined();
  expect(secondsOf('-1')).toBeUndefined();
  expect(secondsOf('1:2:3:4')).toBeUndefined();
});

test('the start and end of a recording do not cross', () => {
  const trim = { from: 10, to: 20 };
  expect(moved(trim, 'from', 40, 60)).toEqual({ from: 19, to: 20 });
  expect(moved(trim, 'from', -4, 60)).toEqual({ from: 0, to: 20 });
  expect(moved(trim, 'to', 3, 60)).toEqual({ from: 10, to: 11 });
  expect(moved(trim, 'to', 99, 60)).toEqual({ from: 10, to: 60 });
});

test('a tracklist is written and read as text', () => {
  const list = [
    { seconds: 0, artist: 'Ada', title: 'One – again', trackId: 't1' },
    { seconds: 3723, artist: '', title: 'Two' },
  ];
  expect(listText(list)).toBe('0:00 Ada – One – again\n1:02:03 Two');
  expect(parseList(listText(list), list).list).toEqual(list);
  // A changed time keeps the track, a changed name does not.
  expect(parseList('0:05 Ada – One – again\n\n0:09 Ada – Three', list).list).toEqual([
    { seconds: 5, artist: 'Ada', title: 'One – again', trackId: 't1' },
    { seconds: 9, artist: 'Ada', title: 'Three' },
  ]);
  expect(parseList('0:05 One\nnonsense', list).wrong).toBe('nonsense');
});
