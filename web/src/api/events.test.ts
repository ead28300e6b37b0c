import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handleEvent, listen } from './events';
import { patchTrack } from './likes';

const track = (id: string, liked = false) => ({ id, audioUrl: `/api/tracks/${id}/stream`, liked });
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

describe('a like', () => {
  it('changes every list that contains the track, and copies only those', () => {
    const untouched = [track('t2')];
    client.setQueryData(['/api/tracks'], [track('t1'), track('t2')]);
    client.setQueryData(['/api/tracks', 'pages'], { pages: [{ items: [track('t1')], total: 1 }], pageParams: [''] });
    client.setQueryData(['/api/albums', 'a'], { id: 'a', tracks: [track('t1')] });
    client.setQueryData(['/api/other'], untouched);
    handleEvent(client, 'like', '{"trackId":"t1","liked":true}');
    expect(client.getQueryData(['/api/tracks'])).toEqual([track('t1', true), track('t2')]);
    expect(client.getQueryData(['/api/tracks', 'pages'])).toMatchObject({ pages: [{ items: [track('t1', true)] }] });
    expect(client.getQueryData(['/api/albums', 'a'])).toEqual({ id: 'a', tracks: [track('t1', true)] });
    expect(client.getQueryData(['/api/other'])).toBe(untouched);
  });

  it('leaves dates and nulls unchanged', () => {
    client.setQueryData(['/api/x'], { a: null, b: [1, 'two', undefined], t: track('t1') });
    patchTrack(client, 't1', { plays: 3 });
    expect(client.getQueryData(['/api/x'])).toEqual({ a: null, b: [1, 'two', undefined], t: { ...track('t1'), plays: 3 } });
  });
});

it('follows the events of the person in the language of the page', () => {
  const shareStream = vi.fn(() => () => {});
  listen(client, 'ada', shareStream);
  expect(shareStream).toHaveBeenCalledExactlyOnceWith(
    'ada',
    { url: '/api/events?language=en', names: expect.arrayContaining(['scan', 'like', 'playlist']) },
    expect.anything(),
  );
});

it('shows a scan in the state of the library', () => {
  client.setQueryData(['/api/library'], { stats: { tracks: 1 }, scan: { state: 'idle' } });
  handleEvent(client, 'scan', '{"state":"running","checked":5}');
  expect(client.getQueryData(['/api/library'])).toEqual({ stats: { tracks: 1 }, scan: { state: 'running', checked: 5 } });
  expect(client.getQueryState(['/api/library'])?.isInvalidated).toBe(false);
  handleEvent(client, 'scan', '{"state":"finished"}');
  expect(client.getQueryState(['/api/library'])?.isInvalidated).toBe(true);
});

it('makes only the lists of a changed library stale', () => {
  for (const key of ['/api/tracks', '/api/albums', '/api/config']) client.setQueryData([key], []);
  handleEvent(client, 'library', '');
  expect(['/api/tracks', '/api/albums', '/api/config'].map((key) => client.getQueryState([key])?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
});

it('makes everything stale that shows mixes, recordings and automixes when one changed', () => {
  const keys = [
    ['/api/mixes', { limit: 6 }],
    ['/api/recordings', { station: 's1' }],
    ['/api/automixes', 'a1'], // says whether it is published
    ['/api/admin/mixes', 'pages'],
    ['/api/search', { q: 'set' }],
  ];
  for (const key of [...keys, ['/api/tracks']]) client.setQueryData(key, []);
  handleEvent(client, 'mix', 'null');
  expect(keys.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([]);
  expect(client.getQueryState(['/api/tracks'])?.isInvalidated).toBe(false);
});

it('makes the lists and pages of stations stale when one changed', () => {
  const keys = [
    ['/api/radios', { sort: 'popular' }, 'pages'],
    ['/api/radios', 's1', 'djs'],
    ['/api/radios', 'genres'],
    ['/api/admin/radios', 'pages'],
    ['/api/search', { q: 'fm' }],
    ['/api/whats-new', {}],
  ];
  for (const key of [...keys, ['/api/tracks']]) client.setQueryData(key, []);
  handleEvent(client, 'stations', 'null');
  expect(keys.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([]);
  expect(client.getQueryState(['/api/tracks'])?.isInvalidated).toBe(false);
});

it('after a gap, requests everything again that events could have changed', () => {
  const keys = [
    ['/api/tracks', { limit: 6 }],
    ['/api/radios', 's1', 'chat'],
    ['/api/notifications', 'unread'],
    ['/api/player/devices'],
    ['/api/history', { limit: 50 }, 'pages'],
    ['/api/user/stats'],
    ['/api/listening', { from: '2026-01-01' }],
    ['/api/listening/years', { tz: 'UTC' }],
    ['/api/podcasts', { sort: 'new' }, 'pages'],
    ['/api/podcasts/p1/episodes', { limit: 50 }, 'pages'],
    ['/api/episodes', 'e1'],
    ['/api/config'],
  ];
  for (const key of [...keys, ['/api/releases']]) client.setQueryData(key, []);
  let gap = () => {};
  listen(client, 'ada', (_, __, listener) => {
    gap = listener.gap;
    return () => {};
  });
  expect(keys.filter((key) => client.getQueryState(key)?.isInvalidated)).toEqual([]);
  gap();
  expect(keys.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([]);
  expect(client.getQueryState(['/api/releases'])?.isInvalidated).toBe(false);
});
