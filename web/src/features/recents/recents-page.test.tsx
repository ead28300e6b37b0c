import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePlayer, renderPages, resetPlayer, serve, tracks } from '@/features/tracks/testing';
import { RecentsPage } from './recents-page';

vi.mock('@/player/use-player', () => import('@/features/tracks/testing'));
beforeEach(resetPlayer);

describe('recents', () => {
  it('lists what was played, ready to play again', async () => {
    const { calls } = serve({ 'GET /api/recently-played': () => tracks(3) });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    expect(await screen.findByRole('heading', { level: 1, name: 'Recents' })).toBeTruthy();
    expect(calls).toEqual(['GET /api/recently-played?limit=100']);
    await userEvent.dblClick(await screen.findByText('Title t2'));
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
  });

  it('has a way on before anything was played', async () => {
    serve({ 'GET /api/recently-played': () => [] });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    expect(await screen.findByText('Nothing played yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Your Library' }).getAttribute('href')).toBe('/library');
  });
});
