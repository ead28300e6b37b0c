import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, fakePlayer, held, renderPages, resetPlayer, serve, tracks } from '@/features/tracks/testing';
import { useRecentSearches } from './recent-searches';
import { SearchPage } from './search-page';

vi.mock('@/player/use-player', () => import('@/features/tracks/testing'));
beforeEach(() => {
  resetPlayer();
  useRecentSearches.getState().forgetAll();
});

const show = (at: string) => renderPages({ '/search': SearchPage }, at);
const box = () => screen.findByRole('searchbox');
const cards = () => document.querySelectorAll('[data-slot="track-card"]');
const nothing = { tracks: [], albums: [], artists: [] };
const ten = (url: URL) => ({ tracks: tracks(10).slice(0, Number(url.searchParams.get('limit'))), albums: [], artists: [] });

describe('search', () => {
  it('asks to start while nothing is typed, and asks the server nothing', async () => {
    const { calls } = serve({});
    await show('/search');
    expect(await screen.findByText('Start searching')).toBeTruthy();
    expect(screen.getAllByRole('searchbox')).toHaveLength(1);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All', 'Tracks', 'Radio', 'Mixes']);
    expect(calls).toEqual([]);
  });

  it('shows at most eight tracks in All and every match in Tracks', async () => {
    serve({ 'GET /api/search': ten });
    const { address } = await show('/search?q=title');
    await waitFor(() => expect(cards()).toHaveLength(8));
    await userEvent.click(screen.getByRole('tab', { name: 'Tracks' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(10));
    expect(screen.getByText('10 tracks found')).toBeTruthy();
    expect(address()).toBe('/search?q=title&tab=tracks');
  });

  it('plays from a card', async () => {
    serve({ 'GET /api/search': ten });
    await show('/search?q=title');
    await userEvent.click(await screen.findByRole('button', { name: 'Play Title t2 by Marisol Vega' }));
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
    expect(screen.getAllByRole('img', { name: 'Playing' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Pause Title t2 by Marisol Vega' }));
    expect(screen.queryByRole('img', { name: 'Playing' })).toBeNull();
  });

  it.each([
    ['tracks', 'No tracks found'],
    ['radio', 'No radio stations found'],
    ['mixes', 'No mixes found'],
  ])('says in %s that nothing was found', async (tab, text) => {
    serve({ 'GET /api/search': () => nothing });
    await show(`/search?q=zzz&tab=${tab}`);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says all three in All, above albums that match', async () => {
    serve({ 'GET /api/search': () => ({ ...nothing, albums: [anAlbum('al1', { title: 'Zzz Top' })] }) });
    await show('/search?q=zzz');
    for (const text of ['No tracks found', 'No radio stations found', 'No mixes found']) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zzz Top' })).toBeTruthy();
  });

  it('says that it connects while an answer is awaited, and no longer', async () => {
    const search = held({ ...nothing });
    serve({ 'GET /api/search': search.answer });
    await show('/search?q=glass');
    expect(await screen.findByText('Connecting to the backend…')).toBeTruthy();
    search.release();
    await waitFor(() => expect(screen.queryByText('Connecting to the backend…')).toBeNull());
  });

  it('does not connect for ever when the server fails, and offers to try again', async () => {
    serve({ 'GET /api/search': () => ({ status: 500, body: { detail: 'Broken.' } }) });
    await show('/search?q=glass');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText('Connecting to the backend…')).toBeNull();
  });

  it('asks once for what was typed in one go, and puts it into the address', async () => {
    const { of } = serve({ 'GET /api/search': ten });
    const { address } = await show('/search');
    await userEvent.type(await box(), 'glass', { delay: 5 });
    await waitFor(() => expect(cards()).toHaveLength(8));
    expect(of('GET /api/search')).toEqual(['GET /api/search?q=glass&limit=8']);
    expect(address()).toBe('/search?q=glass');
  });

  it('clears with Esc', async () => {
    serve({ 'GET /api/search': ten });
    const { address } = await show('/search?q=title');
    await waitFor(() => expect(cards()).toHaveLength(8));
    await userEvent.type(await box(), '{Escape}');
    expect(await screen.findByText('Start searching')).toBeTruthy();
    expect(address()).toBe('/search');
  });

  it('walks through the results with the arrows and back to the box', async () => {
    serve({ 'GET /api/search': ten });
    await show('/search?q=title');
    await waitFor(() => expect(cards()).toHaveLength(8));
    (await box()).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Play Title t2 by Marisol Vega');
    await userEvent.keyboard('{Enter}');
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(await box());
  });

  it('remembers what led to a result, and offers it again', async () => {
    serve({ 'GET /api/search': ten });
    const { address } = await show('/search?q=title');
    await userEvent.click(await screen.findByRole('button', { name: 'Play Title t1 by Marisol Vega' }));
    expect(localStorage.getItem('sonora_recent_searches')).toBe('["title"]');
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    await userEvent.click(await screen.findByRole('button', { name: 'title' }));
    await waitFor(() => expect(address()).toBe('/search?q=title'));
    expect(((await box()) as HTMLInputElement).value).toBe('title');
  });
});
