import { expect, it } from 'vitest';
import type { Track } from '@/api/types';
import type { AutoState, Next } from '@/dj/auto/auto-mix';
import { fitOf } from '@/dj/choose/match';
import { type DeckTrack, unknown } from '@/dj/deck/track';
import { said } from './said';

const leader = { ...unknown('First'), bpm: 120 };
const desk = { decks: [{ get: () => ({ track: leader, pitch: 0 }) }] } as unknown as Parameters<typeof said>[0];
const measured = { range: 0, maxShortTerm: null, maxMomentary: null, truePeak: null };

function sentences(change: Partial<DeckTrack>, prepared: readonly Track[] = []) {
  const track = { ...unknown('Rest'), ...change };
  const next: Next = { deck: 1, track, from: 'prepared', fit: fitOf(leader, track) };
  const state: AutoState = { phase: 'ready', next, join: null, from: 0, taken: [], isAway: false };
  return said(desk, state, prepared).join('\n');
}

it('says that a song which somebody prepared is silent', () => {
  const silent = 'Rest” is silent';
  expect(sentences({ loudness: { ...measured, integrated: null } })).toContain(silent);
  expect(sentences({ loudness: { ...measured, integrated: -14 } })).not.toContain(silent);
  expect(sentences({ loudness: null })).not.toContain(silent); // not analysed
});

it('says which prepared songs are too short to mix', () => {
  const prepared = [
    { title: 'Beep', duration: 1 },
    { title: 'Ident', duration: 9.9 },
    { title: 'Jingle', duration: 10 },
  ] as Track[];
  expect(sentences({}, prepared)).toContain('shorter than 10 s: Beep, Ident.');
  expect(sentences({}, prepared.slice(2))).not.toContain('shorter');
});
