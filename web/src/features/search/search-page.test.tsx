import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlbum, fakePlayer, held, renderPages, resetPlayer, serve, signedIn, tracks } from '@/testing/pages';
import { anEpisode, aPodcast } from '@/testing/podcasts';
import { aStation } from '@/testing/stations';
import { resetRecentSearches } from './recent-searches';
import { SearchPage } from './search-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(() => {
  resetPlayer();
  localStorage.clear();
  resetRecentSearches();
});

const show = (at: string) => renderPages({ '/search': SearchPage }, at);
const box = () => screen.findByRole('searchbox');
const cards = () => document.querySelectorAll('[data-slot="track-card"]');
const nothing = {
  tracks: [],
  albums: [],
  artists: [],
  stations: [],
  mixes: [],
  podcasts: [],
  episodes: [],
  playlists: [],
  people: [],
  corrected: null,
};
const ten = (url: URL) => ({ ...nothing, tracks: tracks(10).slice(0, Number(url.searchParams.get('limit'))) });

describe('search', () => {
  it('shows a prompt while the box is empty, and requests nothing', async () => {
    const { of } = serve({});
    await show('/search');
    expect(await screen.findByText('Start searching')).toBeTruthy();
    expect(screen.getAllByRole('searchbox')).toHaveLength(1);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All', 'Tracks', 'Radio', 'Mixes']);
    expect(of('GET /api/search')).toEqual([]);
  });

  it('shows at most eight tracks in All, and every match in Tracks', async () => {
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
  ])('says in %s if nothing was found', async (tab, text) => {
    serve({ 'GET /api/search': () => nothing });
    await show(`/search?q=zzz&tab=${tab}`);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('tab', { selected: true }).textContent?.toLowerCase()).toBe(tab);
    expect(await box()).toHaveProperty('value', 'zzz');
  });

  it('shows all three messages in All, above matching albums', async () => {
    serve({ 'GET /api/search': () => ({ ...nothing, albums: [anAlbum('al1', { title: 'Zzz Top' })] }) });
    await show('/search?q=zzz');
    for (const text of ['No tracks found', 'No radio stations found', 'No mixes found']) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zzz Top' })).toBeTruthy();
  });

  it('shows the matching podcasts and episodes with links', async () => {
    serve({ 'GET /api/search': () => ({ ...nothing, podcasts: [aPodcast()], episodes: [anEpisode()] }) });
    await show('/search?q=tea');
    expect((await screen.findByRole('link', { name: /Tea Talk/ })).getAttribute('href')).toBe('/podcasts/tea');
    expect(screen.getByRole('link', { name: 'About two' }).getAttribute('href')).toBe('/podcasts/tea/episodes/two');
  });

  it('says that it is connecting only while it waits for a response', async () => {
    const search = held({ ...nothing });
    serve({ 'GET /api/search': search.answer });
    await show('/search?q=glass');
    expect(await screen.findByText('Connecting to the backend…')).toBeTruthy();
    search.release();
    await waitFor(() => expect(screen.queryByText('Connecting to the backend…')).toBeNull());
  });

  it('stops connecting if the server fails, and offers to try again', async () => {
    serve({ 'GET /api/search': () => ({ status: 500, body: { detail: 'Broken.' } }) });
    await show('/search?q=glass');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText('Connecting to the backend…')).toBeNull();
  });

  it('requests once for a word typed in one go, and puts it into the address', async () => {
    const { of } = serve({ 'GET /api/search': ten });
    const { address } = await show('/search');
    await userEvent.type(await box(), 'glass', { delay: 5 });
    await waitFor(() => expect(cards()).toHaveLength(8));
    expect(of('GET /api/search')).toEqual(['GET /api/search?q=glass&limit=8']);
    expect(address()).toBe('/search?q=glass');
  });

  it('clears with Escape', async () => {
    serve({ 'GET /api/search': ten });
    const { address } = await show('/search?q=title');
    await waitFor(() => expect(cards()).toHaveLength(8));
    await userEvent.type(await box(), '{Escape}');
    expect(await screen.findByText('Start searching')).toBeTruthy();
    expect(address()).toBe('/search');
  });

  it('moves through the results with the arrow keys, and back to the box', async () => {
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

  it('remembers searches that led to a result for each person, and offers them again', async () => {
    localStorage.setItem('sonora_recent_searches', '{"other":["their secret"]}');
    resetRecentSearches();
    serve({ ...signedIn, 'GET /api/search': ten });
    const { address } = await show('/search?q=title');
    await userEvent.click(await screen.findByRole('button', { name: 'Play Title t1 by Marisol Vega' }));
    expect(localStorage.getItem('sonora_recent_searches')).toBe('{"other":["their secret"],"u":["title"]}');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await userEvent.click(await screen.findByRole('button', { name: 'title' }));
    await waitFor(() => expect(address()).toBe('/search?q=title'));
    expect(((await box()) as HTMLInputElement).value).toBe('title');
    expect(screen.queryByText('their secret')).toBeNull();
  });

  it('removes one recent search, and all of them', async () => {
    localStorage.setItem('sonora_recent_searches', '{"u":["one","two","three"]}');
    resetRecentSearches();
    serve(signedIn);
    await show('/search');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove two' }));
    expect(localStorage.getItem('sonora_recent_searches')).toBe('{"u":["one","three"]}');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(localStorage.getItem('sonora_recent_searches')).toBeNull();
    expect(screen.queryByText('Recent searches')).toBeNull();
  });

  it('shows at most eight stations and six mixes in All, and all of them in their tabs', async () => {
    serve({ 'GET /api/search': (url) => ({ ...nothing, ...many(Number(url.searchParams.get('limit'))) }) });
    await show('/search?q=x');
    await waitFor(() => expect(of('station-card')).toHaveLength(8));
    expect(of('mix-card')).toHaveLength(6);
    expect(screen.getAllByText('OFFLINE')).toHaveLength(7);
    expect(screen.getAllByText('LIVE')).toHaveLength(1);
    await userEvent.click(screen.getByRole('tab', { name: 'Radio' }));
    await waitFor(() => expect(of('station-card')).toHaveLength(10));
    expect(screen.getByText('10 stations found')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Mixes' }));
    await waitFor(() => expect(of('mix-card')).toHaveLength(10));
  });

  it('plays mixes and stations', async () => {
    serve({ 'GET /api/search': () => ({ ...nothing, ...many(1) }) });
    await show('/search?q=x');
    await userEvent.click(await screen.findByRole('button', { name: 'Play the mix Mix 0' }));
    expect(fakePlayer.getState().current?.track.id).toBe('m0');
    expect(screen.getByRole('button', { name: 'Pause the mix Mix 0' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Listen to Station 0' })).toBeTruthy();
  });

  it('links to playlists and people', async () => {
    const playlist = { id: 'p1', name: 'Rain', coverUrl: '/api/playlists/p1/cover', isOwner: false, owner: { id: 'o', name: 'Zoë' } };
    serve({
      'GET /api/search': () => ({ ...nothing, playlists: [playlist], people: [{ id: 'z', name: 'Zoë', profileImageUrl: null }] }),
    });
    await show('/search?q=x');
    expect((await screen.findByRole('link', { name: 'Rain' })).getAttribute('href')).toBe('/playlists/p1');
    expect(screen.getByText('By Zoë')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Zoë' }).getAttribute('href')).toBe('/users/z');
  });

  it('shows the corrected search', async () => {
    serve({ 'GET /api/search': (url) => ({ ...ten(url), corrected: url.searchParams.get('q') === 'metalica' ? 'metallica' : null }) });
    const { address } = await show('/search?q=metalica');
    await userEvent.click(await screen.findByRole('button', { name: 'Showing results for “metallica”' }));
    await waitFor(() => expect(address()).toBe('/search?q=metallica'));
    await waitFor(() => expect(screen.queryByText(/Showing results/)).toBeNull());
  });

  it('filters by genre and year, in the address', async () => {
    const { of: asked } = serve({
      'GET /api/search': ten,
      'GET /api/genres': () => [
        { name: 'Folk', trackCount: 3 },
        { name: 'Jazz', trackCount: 9 },
      ],
    });
    const { address } = await show('/search?q=title&yearFrom=1990&yearTo=1999&genre=');
    await userEvent.click(await screen.findByRole('button', { name: 'Genre' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Jazz', 'Folk']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Jazz' }));
    await waitFor(() =>
      expect(asked('GET /api/search').at(-1)).toBe('GET /api/search?q=title&limit=8&genre=Jazz&yearFrom=1990&yearTo=1999'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter The 1990s' }));
    await waitFor(() => expect(address()).toBe('/search?q=title&genre=Jazz'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/search?q=title'));
  });
});

const of = (slot: string) => document.querySelectorAll(`[data-slot="${slot}"]`);
const many = (limit: number) => ({
  stations: Array.from({ length: Math.min(limit, 10) }, (_, i) => aStation(`s${i}`, { name: `Station ${i}`, isLive: i === 3 })),
  mixes: Array.from({ length: Math.min(limit, 10) }, (_, i) => ({
    id: `m${i}`,
    title: `Mix ${i}`,
    djName: 'DJ Sol',
    audioUrl: `/media/mixes/${i}.mp3`,
    coverImageUrl: null,
    duration: 3600,
  })),
});
