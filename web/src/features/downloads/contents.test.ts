import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DownloadItem } from '@/lib/offline';
import { contentsOf } from './contents';

const track = (id: string, isMissing = false) => ({ id, isMissing });

/** Responds by path and records the requests. */
function server(answers: Record<string, { body: unknown; headers?: Record<string, string> }>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const { body, headers } = answers[path] ?? { body: { detail: path } };
    return new Response(JSON.stringify(body), { status: answers[path] ? 200 : 404, headers });
  });
  return asked;
}

const ids = ({ tracks }: { tracks: readonly { id: string }[] }) => tracks.map(({ id }) => id).join('');

afterEach(() => vi.unstubAllGlobals());

describe('the contents of a download', () => {
  const list: DownloadItem = { kind: 'playlist', id: 'p1', title: 'Night' };
  const about = (version: number, kind = 'list') => ({ body: { id: 'p1', kind, version, trackCount: 3 } });
  const first = '/api/playlists/p1/tracks?at=0&limit=200';

  it('are the songs of a playlist, each once, without those whose file is missing', async () => {
    server({
      '/api/playlists/p1': about(4),
      [first]: { body: [track('a'), track('b'), track('a')], headers: { 'X-Total-Count': '202' } },
      '/api/playlists/p1/tracks?at=200&limit=200': { body: [track('c', true), track('d')], headers: { 'X-Total-Count': '202' } },
    });
    expect(ids(await contentsOf(list))).toBe('abd');
  });

  it('are not requested again if the playlist is unchanged', async () => {
    const answers = { '/api/playlists/p1': about(4), [first]: { body: [track('a')] } };
    const asked = server(answers);
    const known = await contentsOf(list);
    expect(await contentsOf(list, known)).toBe(known);
    expect(asked.filter((path) => path === first)).toHaveLength(1);
    answers['/api/playlists/p1'] = about(5);
    await contentsOf(list, known);
    expect(asked.filter((path) => path === first)).toHaveLength(2);
  });

  it('are requested again for smart playlists', async () => {
    const asked = server({ '/api/playlists/p1': about(0, 'smart'), [first]: { body: [track('a')] } });
    await contentsOf(list, await contentsOf(list));
    expect(asked.filter((path) => path === first)).toHaveLength(2);
  });

  it('are the liked songs, read to the end only if they changed', async () => {
    const start = '/api/liked-tracks?limit=500';
    const headers = { 'X-Total-Count': '2', Link: '</api/liked-tracks?cursor=x>; rel="next"' };
    const rest = '/api/liked-tracks?cursor=x';
    const asked = server({ [start]: { body: [track('a')], headers }, [rest]: { body: [track('b')] } });
    const item: DownloadItem = { kind: 'liked', id: 'liked', title: 'Liked' };
    const known = await contentsOf(item);
    expect(ids(known)).toBe('ab');
    await contentsOf(item, known);
    expect(asked).toEqual([start, rest, start]);
  });
});
