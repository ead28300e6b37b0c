import { expect, it } from 'vitest';
import type { AutomixPair } from '@/api/types';
import { pairText } from './pair-text';

const nothing: NonNullable<AutomixPair['understood']> = {
  minutes: null,
  askedMinutes: null,
  curve: null,
  genres: [],
  artists: [],
  withoutGenres: [],
  withoutArtists: [],
  bpmFrom: null,
  bpmTo: null,
  energyFrom: null,
  energyTo: null,
  keys: [],
  missingGenres: [],
  ignored: [],
  relaxed: [],
};

it.each([
  ['all of it', { genres: ['House'] }, 'A and B match your description and each other.'],
  ['a part of it', { keys: ['8A'], ignored: ['rainy'] }, 'A and B match your description and each other. Not understood: rainy.'],
  ['nothing', { ignored: ['zzzz', 'qwerty'] }, 'A and B match each other. Not understood: zzzz, qwerty.'],
  ['a genre without tracks', { missingGenres: ['techno'] }, 'A and B match each other. Your library has no techno tracks.'],
  [
    'a part of it and a genre without tracks',
    { keys: ['8A'], missingGenres: ['techno'] },
    'A and B come closest: no two songs of the library meet everything you asked for. Your library has no techno tracks.',
  ],
  ['only a length', { minutes: 45, curve: 'rise' as const }, 'A and B match each other.'],
  [
    'what no song has',
    { bpmFrom: 300, relaxed: ['bpm' as const], ignored: ['zzzz'] },
    'A and B come closest: no two songs of the library meet everything you asked for. Not understood: zzzz.',
  ],
])('says whether the songs match a description of which the server understood %s', (_, understood, said) => {
  expect(pairText({ ...nothing, ...understood }, 'A', 'B')).toBe(said);
});
