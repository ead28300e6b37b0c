import { expect, it } from 'vitest';
import { aTrack } from '@/testing/pages';
import { changes, commonOf, wrongNumbers } from './tag-form';

const songs = [aTrack('a', { album: 'One', year: 2019 }), aTrack('b', { album: 'Two', year: 2019 })];

it('of several songs only what they share is shown', () => {
  expect(commonOf(songs)).toMatchObject({ title: '', artist: 'Marisol Vega', album: '', year: '2019', bpm: '' });
});

it('only what was changed is sent; emptied fields are removed', () => {
  const before = commonOf(songs);
  expect(changes(before, before)).toEqual({});
  expect(changes(before, { ...before, artist: ' New ', genre: '', year: '', bpm: '127,5' })).toEqual({
    artist: 'New',
    genre: '',
    year: 0,
    bpm: 127.5,
  });
});

it('letters are no year', () => {
  const form = { ...commonOf(songs), year: 'abcd', disc: ' 2 ' };
  expect(wrongNumbers(form)).toEqual(['year']);
});
