import { expect, it } from 'vitest';
import { parseFileName } from './file-name';

it.each([
  ['Daft Punk - One More Time.mp3', 'Daft Punk', 'One More Time'],
  ['x.y.flac', 'Unknown Artist', 'x.y'],
  ['A - B - C.mp3', 'A', 'B - C'],
  ['  Ana  -  Night Drive .wav', 'Ana', 'Night Drive'],
  ['A-ha.m4a', 'Unknown Artist', 'A-ha'],
  [' - Alone.mp3', 'Unknown Artist', 'Alone'],
  ['.mp3', 'Unknown Artist', '.mp3'],
  ['no extension', 'Unknown Artist', 'no extension'],
])('%s', (name, artist, title) => {
  expect(parseFileName(name)).toEqual({ artist, title });
});
