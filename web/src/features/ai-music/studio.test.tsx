import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Track } from '@/api/types';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { mostPlayed, newest } from './tracks';

const ai = (n: number, change: Partial<Track> = {}) =>
  aTrack(`t${n}`, { title: `Piece ${n}`, isAiGenerated: true, addedAt: `2026-01-0${n}T00:00:00Z`, ...change });
const show = (address: string, tracks: Track[]) =>
  renderApp(address, {
    'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener' },
    'GET /api/tracks': tracks,
  });
const titles = (tracks: readonly Track[]) => tracks.map(({ title }) => title);

describe('the studio of AI music', () => {
  it('has its tabs, and counts the tracks that AI made', async () => {
    show('/ai-music', [ai(1), aTrack('b1'), ai(2), aTrack('b2'), ai(3), aTrack('b3'), ai(4)]);
    expect(await screen.findByText('4 AI tracks')).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Crear', 'Recientes', 'Destacados', 'Trending']);
  });

  it.each(['recientes', 'destacados', 'trending'])('offers on the empty tab %s to make the first song', async (tab) => {
    const app = show(`/ai-music?tab=${tab}`, [aTrack('b1')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Crear Primera Canción' }));
    await waitFor(() => expect(app.address()).toBe('/ai-music?tab=crear'));
  });
});

const EIGHT = [3, 8, 1, 6, 2, 7, 4, 5].map((n) => ai(n, { plays: n % 4 }));

it('shows the six newest', () => expect(titles(newest(EIGHT))).toEqual([8, 7, 6, 5, 4, 3].map((n) => `Piece ${n}`)));

it('shows all by plays, the newest of equal ones first', () =>
  expect(titles(mostPlayed(EIGHT))).toEqual([7, 3, 6, 2, 5, 1, 8, 4].map((n) => `Piece ${n}`)));
