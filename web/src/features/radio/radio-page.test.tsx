import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePlayer, held, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { dismissToast } from '@/ui/toast/toast-store';
import { RadioPage } from './radio-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));

const Podcasts = () => <p>Podcasts stand here</p>;
const Dialog = () => <p role="dialog">A new one</p>;
const show = (at = '/radios') => renderPages({ '/radios': () => <RadioPage Podcasts={Podcasts} Dialog={Dialog} /> }, at);

const cards = () => [...document.querySelectorAll('[data-slot=station-card] h3')].map((name) => name.textContent);
const genres = { 'GET /api/radios/genres': () => [{ name: 'Jazz' }, { name: 'Rock' }] };

beforeEach(() => {
  resetPlayer();
  dismissToast();
});

describe('Live Radio', () => {
  it('has four tabs with headings, each with its own order', async () => {
    const { of } = serve({ ...signedIn, ...genres, 'GET /api/radios': () => [aStation('a')] });
    await show();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Browse', 'Local Radio', 'Trending', 'Podcasts']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Browse');
    expect(await screen.findByRole('heading', { name: 'Popular Stations' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Local Radio' }));
    expect(await screen.findByRole('heading', { name: 'Local Favorites' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Trending' }));
    expect(await screen.findByRole('heading', { name: 'Trending Now' })).toBeTruthy();
    await waitFor(() => expect(of('GET /api/radios?')).toContain('GET /api/radios?sort=trending'));
    expect(of('GET /api/radios?')[0]).toBe('GET /api/radios?sort=popular');
    await userEvent.click(screen.getByRole('tab', { name: 'Podcasts' }));
    expect(await screen.findByText('Podcasts stand here')).toBeTruthy();
  });

  it('shows eight placeholders, then the cards', async () => {
    const list = held([aStation('a'), aStation('b'), aStation('c', { isLive: false, state: 'off', listenerCount: null })]);
    serve({ ...signedIn, ...genres, 'GET /api/radios': list.answer });
    const { container } = await show();
    const waiting = await screen.findByRole('status', { name: 'Loading' });
    expect(waiting.children).toHaveLength(8);
    list.release();
    await waitFor(() => expect(cards()).toEqual(['Station a', 'Station b', 'Station c']));
    expect(screen.queryByText('No stations found')).toBeNull();
    expect(container.querySelectorAll('[data-slot=skeleton]')).toHaveLength(0);
    const badges = [...container.querySelectorAll('[data-slot=badge]')].map(({ textContent }) => textContent);
    expect(badges).toEqual(['LIVE', 'LIVE', 'OFFLINE']);
    expect([...container.querySelectorAll('[data-slot=listeners] [aria-hidden]:last-child')].map(({ textContent }) => textContent)).toEqual(
      ['3', '3', '—'],
    );
  });

  it('filters by text, country and genre, and says if nothing matches', async () => {
    const { of } = serve({
      ...signedIn,
      ...genres,
      'GET /api/radios': ({ searchParams }) => (searchParams.get('q') === 'nowhere' ? [] : [aStation('a')]),
    });
    const { address } = await show();
    await screen.findByText('Station a');
    const country = screen.getByRole('combobox', { name: 'Country' });
    expect([...country.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'All Countries',
      'USA',
      'UK',
      'Canada',
      'Germany',
      'France',
      'Spain',
      'Brazil',
      'Japan',
      'Mexico',
      'Australia',
    ]);
    const genre = screen.getByRole('combobox', { name: 'Genre' });
    await waitFor(() =>
      expect([...genre.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['All Genres', 'Jazz', 'Rock']),
    );
    await userEvent.selectOptions(country, 'Spain');
    await userEvent.selectOptions(genre, 'Rock');
    await waitFor(() => expect(of('GET /api/radios?').at(-1)).toBe('GET /api/radios?sort=popular&country=Spain&genre=Rock'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search stations' }), 'nowhere');
    expect(await screen.findByText('No stations found')).toBeTruthy();
    expect(address()).toContain('q=nowhere');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Station a')).toBeTruthy();
  });

  it('uses the country of the browser, and every tab has its own empty text', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-ES', 'en']);
    const { of } = serve({ ...signedIn, ...genres, 'GET /api/radios': () => [] });
    await show('/radios?tab=local');
    expect(await screen.findByText(/No station lists Spain as its country/)).toBeTruthy();
    expect(of('GET /api/radios?')[0]).toBe('GET /api/radios?sort=popular&country=Spain');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), '');
    expect(await screen.findByText(/No station lists its country yet/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Trending' }));
    expect(await screen.findByText(/Nobody has listened to a station/)).toBeTruthy();
  });

  it('plays a station as an endless item, and says why an offline station does not start', async () => {
    const off = aStation('b', { isLive: false, state: 'off', problem: 'Its playlist is empty.' });
    serve({ ...signedIn, ...genres, 'GET /api/radios': () => [aStation('a', { name: 'Night FM' }), off], 'GET /api/radios/b': () => off });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Listen to Night FM' }));
    expect(fakePlayer.getState().played[0]?.[0]).toMatchObject({
      id: 'a',
      title: 'Night FM',
      artist: 'Live Radio',
      audioUrl: '/radio/a',
      duration: 0,
      live: true,
    });
    expect(screen.getByRole('button', { name: 'Pause Night FM' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Listen to Station b' }));
    expect(await screen.findByText('Station b is off air')).toBeTruthy();
    expect(screen.getByText('Its playlist is empty.')).toBeTruthy();
    expect(fakePlayer.getState().played).toHaveLength(1);
  });

  it('offers to create a station to people who may have one', async () => {
    const person = (role: string) => ({ 'GET /api/auth/user': () => ({ id: 'u', email: 'a@b.c', firstName: 'A', lastName: '', role }) });
    serve({ ...person('creator'), ...genres, 'GET /api/radios': () => [] });
    const { unmount } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'New station' }));
    expect(within(await screen.findByRole('dialog')).getByText('A new one')).toBeTruthy();
    unmount();
    serve({ ...person('listener'), ...genres, 'GET /api/radios': () => [] });
    await show();
    await screen.findByText('This server has no stations yet.');
    expect(screen.queryByRole('button', { name: 'New station' })).toBeNull();
  });
});
