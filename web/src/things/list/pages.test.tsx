import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { trackList } from '@/api/lists';
import type { Track } from '@/api/types';
import { aTrack, renderPages, serve } from '@/testing/pages';
import { usePages, without } from './pages';

const page = (url: URL) => {
  const at = Number(url.searchParams.get('at'));
  return { body: Array.from({ length: 100 }, (_, i) => aTrack(`t${at + i}`)), headers: { 'X-Total-Count': '100000' } };
};

let seen: ReturnType<typeof usePages<Track>> | undefined;

function Page() {
  seen = usePages(trackList({ sort: 'title' }));
  return null;
}

async function show() {
  const server = serve({ 'GET /api/tracks': page });
  await renderPages({ '/': Page }, '/');
  await waitFor(() => expect(seen?.total).toBe(100_000));
  return { server, at: (index: number) => seen?.data?.[index]?.id, pages: () => seen as NonNullable<typeof seen> };
}

describe('pages of a list', () => {
  it('jumps to row 100,000 with one more page', async () => {
    const { server, at, pages } = await show();
    expect(at(5)).toBe('t5');
    expect(at(99_950)).toBeUndefined();
    pages().onRange(99_980, 99_999);
    await waitFor(() => expect(at(99_999)).toBe('t99999'));
    const asked = server.of('GET /api/tracks').map((call) => new URLSearchParams(call.split('?')[1]).get('at'));
    expect(asked[0]).toBe('0');
    expect(asked).toContain('99900');
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(pages().data).toHaveLength(100_000);
  });

  it('loads selected rows that are not visible', async () => {
    const { pages } = await show();
    const items = await pages().load(150, 305);
    expect([items.length, items[0]?.id, items.at(-1)?.id]).toEqual([156, 't150', 't305']);
  });

  it('removes rows and keeps the positions of rows that are not loaded', () => {
    const rows = new Array<{ id: number } | undefined>(6);
    rows[1] = { id: 1 };
    rows[4] = { id: 4 };
    const left = without(rows, ({ id }) => id === 1);
    expect([left.length, left[3]?.id]).toEqual([5, 4]);
    expect(without(rows, () => false)).toBe(rows);
  });
});
