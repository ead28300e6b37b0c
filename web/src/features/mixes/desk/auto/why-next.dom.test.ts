import { afterAll, describe, expect, it } from 'vitest';
import type { Next } from '@/dj/auto/auto-mix';
import { fitOf } from '@/dj/choose/match';
import { type DeckTrack, unknown } from '@/dj/deck/track';
import { setLocale } from '@/i18n/desk';
import { whyNext } from './why-next';

const song = (camelot: string, bpm: number | null): DeckTrack => ({ ...unknown('Song'), bpm, camelot, energy: 0.5 });
const leader = song('8A', 120);
const desk = { decks: [{ get: () => ({ track: leader, pitch: 0 }) }] } as unknown as Parameters<typeof whyNext>[0];

function why(track: DeckTrack, from: Next['from'] = 'library') {
  return whyNext(desk, { from: 0, next: { deck: 1, track, from, fit: fitOf(leader, track) } });
}

afterAll(() => setLocale('spec'));

describe.each([
  ['spec', /^it fits: /, /^Auto Mix found no unplayed song that fits better: /, /^it is on your prepare list: /],
  ['es', /^combina: /, /^Auto Mix no encontró ninguna por pinchar que combine mejor: /, /^está entre tus preparadas: /],
] as const)('why Auto Mix chose a song, in %s', (locale, fits, best, prepared) => {
  it('says that it fits only if tempo and key do', async () => {
    await setLocale(locale);
    expect(why(song('8A', 121))).toMatch(fits);
    expect(why(song('9A', 60), 'crate')).toMatch(fits);
    for (const other of [song('5A', 120), song('8A', 140), song('', 120), song('8A', null)]) {
      expect(why(other)).toMatch(best);
      expect(why(other, 'crate')).toMatch(best);
    }
    expect(why(song('5A', 120), 'prepared')).toMatch(prepared);
  });
});

it('says nothing while no song plays that it could be compared with', () => {
  const track = song('8A', 120);
  expect(whyNext(desk, { from: null, next: { deck: 1, track, from: 'library', fit: null } })).toBe('');
});
