import { expect, it } from 'vitest';
import { aTrack } from '@/testing/pages';
import { changes, commonOf, wrongNumbers } from './tag-form';

const songs = [aTrack('a', { album: 'One', year: 2019 }), aTrack('b', { album: 'Two', year: 2019 })];

it('shows only what several songs have in common', () => {
  expect(commonOf(songs)).toMatchObject({ title: '', artist: 'Marisol Vega', album: '', year: '2019', bpm: '' });
});

it('sends only changes, and removes emptied fields', () => {
  const before = commonOf(songs);
  expect(changes(before, before)).toEqual({});
  expect(changes(before, { ...before, artist: ' New ', genre: '', year: '', bpm: '127,5' })).toEqual({
    artist: 'New',
    genre: '',
    year: 0,
    bpm: 127.5,
  });
});

it('refuses letters as a year', () => {
  const form = { ...commonOf(songs), year: 'abcd', disc: ' 2 ' };
  expect(wrongNumbers(form)).toEqual(['year']);
});
