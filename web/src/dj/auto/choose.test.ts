import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import { Prepared } from '../choose/prepared';
import { unknown } from '../deck/track';
import { chooser } from './choose';

const server = { isAway: false, tracks: [] as unknown[] };

beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    if (server.isAway) throw new TypeError('The server is away.');
    return Response.json(server.tracks);
  });
});
afterEach(() => vi.unstubAllGlobals());

const song = (id: string, camelot: string) =>
  ({ id, title: id, bpm: 128, camelot, energy: 0.5, duration: 200, loudness: -14, isMissing: false }) as Track;
const playing = (id: string, camelot: string) => ({ ...unknown(id), id, bpm: 128, camelot, energy: 0.5 });
const nothing = { played: new Set<string>(), failed: new Set<string>() };

it('chooses the best of what it knows for the track that plays now, also while the server is away', async () => {
  const prepared = new Prepared({ get: () => null, set: () => {}, remove: () => {} });
  const choose = chooser(prepared, () => '');
  server.tracks = [song('near', '8A'), song('far', '2A')];
  expect((await choose(playing('first', '8A'), nothing))?.id).toBe('near');
  server.isAway = true;
  expect((await choose(playing('second', '2A'), nothing))?.id).toBe('far');
});

it.each([null, playing('first', '8A')])('never chooses a recording of a set from a crate, unless somebody prepared it', async (leader) => {
  const prepared = new Prepared({ get: () => null, set: () => {}, remove: () => {} });
  const choose = chooser(prepared, () => 'crate');
  const set = { ...song('set', '8A'), duration: 45 * 60 };
  server.isAway = false;
  server.tracks = [set];
  expect(await choose(leader, nothing)).toBeNull();
  server.tracks = [set, song('far', '2A')];
  expect((await choose(leader, nothing))?.id).toBe('far');
  prepared.add(set);
  expect((await choose(leader, nothing))?.id).toBe('set');
});

it.each([null, playing('first', '8A')])('never chooses a silent track, unless somebody prepared it', async (leader) => {
  const prepared = new Prepared({ get: () => null, set: () => {}, remove: () => {} });
  const silent = { ...song('silent', '8A'), energy: 0, loudness: -70 };
  const unheard = { ...song('unheard', '2A'), loudness: null }; // not analysed
  server.isAway = false;
  server.tracks = [silent, unheard];
  expect((await chooser(prepared, () => '')(leader, nothing))?.id).toBe('unheard');
  expect((await chooser(prepared, () => 'crate')(leader, nothing))?.id).toBe('unheard');
  prepared.add(silent);
  expect((await chooser(prepared, () => '')(leader, nothing))?.id).toBe('silent');
});

it('passes over what is prepared but too short to mix', async () => {
  const prepared = new Prepared({ get: () => null, set: () => {}, remove: () => {} });
  server.isAway = false;
  server.tracks = [song('library', '8A')];
  prepared.add({ ...song('beep', '8A'), duration: 1 });
  expect(await chooser(prepared, () => '')(playing('first', '8A'), nothing)).toMatchObject({ id: 'library', from: 'library' });
  prepared.add({ ...song('jingle', '8A'), duration: 10 });
  expect(await chooser(prepared, () => '')(playing('first', '8A'), nothing)).toMatchObject({ id: 'jingle', from: 'prepared' });
});
