import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Listening } from '@/api/types';
import { renderPages, serve } from '@/testing/pages';
import { ListeningPage } from './listening-page';
import { ReviewPage } from './review-page';

const top = (name: string, seconds: number) => ({
  id: name,
  name,
  artist: '',
  artistId: null,
  album: '',
  coverImageUrl: null,
  seconds,
  plays: 2,
});

function figures(from: string, to: string): Listening {
  const days = [];
  for (let day = new Date(`${from}T12:00Z`); day <= new Date(`${to}T12:00Z`); day = new Date(day.getTime() + 86_400_000)) {
    days.push({ date: day.toISOString().slice(0, 10), seconds: days.length === 1 ? 3900 : 0, plays: days.length === 1 ? 20 : 0 });
  }
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 20 ? 3900 : 0));
  const topTracks = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => top(`Song ${name}`, 600 - i));
  return {
    from,
    to,
    seconds: 3900,
    plays: 20,
    days,
    hours,
    topTracks,
    topArtists: [top('Ada', 3900)],
    topAlbums: [top('Days', 3900)],
    topGenres: [top('Jazz', 3900)],
  };
}

const answer = (url: URL) => figures(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
const empty = (url: URL) => ({ ...answer(url), seconds: 0, plays: 0, topTracks: [], topArtists: [], topAlbums: [], topGenres: [] });

describe('your listening', () => {
  it('shows a week in figures, charts and top lists', async () => {
    const { calls } = serve({ 'GET /api/listening': answer, 'GET /api/listening/years': () => [2026] });
    await renderPages({ '/listening': ListeningPage }, '/listening');
    expect(await screen.findByText('20')).toBeTruthy();
    const chart = screen.getByRole('listbox', { name: 'Time per day' });
    expect(within(chart).getAllByRole('option')).toHaveLength(7);
    expect(calls.find((call) => call.includes('/api/listening?'))).toMatch(/tz=/);
    expect(screen.getByText('Song a')).toBeTruthy();
    expect(screen.queryByText('Song f')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 6' }));
    expect(screen.getByText('Song f')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your 2026 in music' }).getAttribute('href')).toBe('/review/2026');
  });

  it('can be read with the arrow keys, and as a table', async () => {
    serve({ 'GET /api/listening': answer, 'GET /api/listening/years': () => [] });
    await renderPages({ '/listening': ListeningPage }, '/listening');
    const chart = await screen.findByRole('listbox', { name: 'Time per day' });
    const bars = within(chart).getAllByRole('option');
    expect(bars[1]?.getAttribute('aria-label')).toMatch(/: 1 hr 5 min$/);
    expect(bars[1]?.tabIndex).toBe(0);
    bars[1]?.focus();
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(bars[2]);
    fireEvent.keyDown(chart, { key: 'Home' });
    expect(document.activeElement).toBe(bars[0]);
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(bars[0]);
    const [asTable] = screen.getAllByRole('button', { name: 'Show as table' });
    if (asTable) await userEvent.click(asTable);
    const table = screen.getByRole('table', { name: 'Time per day' });
    expect(within(table).getAllByRole('row')).toHaveLength(8);
    expect(within(table).getByText('1 hr 5 min')).toBeTruthy();
  });

  it('says if there is nothing, and goes back in time', async () => {
    const { of } = serve({ 'GET /api/listening': empty, 'GET /api/listening/years': () => [] });
    await renderPages({ '/listening': ListeningPage }, '/listening');
    expect(await screen.findByText('No plays in this period')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Year' }));
    await userEvent.click(screen.getByRole('button', { name: 'Earlier' }));
    const last = String(new Date().getFullYear() - 1);
    await waitFor(() => expect(of(`GET /api/listening?from=${last}-01-01&to=${last}-12-31`)).toHaveLength(1));
  });
});

describe('a year', () => {
  it('has a picture with a text alternative', async () => {
    serve({ 'GET /api/listening': answer, 'GET /api/listening/years': () => [2025, 2024] });
    await renderPages({ '/review/$year': ReviewPage }, '/review/2025');
    expect(await screen.findByRole('heading', { level: 1, name: 'Your 2025 in music' })).toBeTruthy();
    expect(await screen.findByText('Favourite hour')).toBeTruthy();
    expect(screen.getAllByText('January 2025').length).toBeGreaterThan(0);
    expect(await screen.findByRole('link', { name: '2024' })).toBeTruthy();
  });

  it('says if nothing was played', async () => {
    serve({ 'GET /api/listening': empty, 'GET /api/listening/years': () => [] });
    await renderPages({ '/review/$year': ReviewPage }, '/review/1999');
    expect(await screen.findByText('No plays in 1999')).toBeTruthy();
  });

  it('requests nothing if it is invalid', async () => {
    const { of } = serve({ 'GET /api/listening/years': () => [] });
    await renderPages({ '/review/$year': ReviewPage }, '/review/soon');
    expect(await screen.findByText('No plays in soon')).toBeTruthy();
    expect(of('GET /api/listening?')).toHaveLength(0);
  });
});
