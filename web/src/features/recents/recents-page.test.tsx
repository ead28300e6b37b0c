import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Heard } from '@/api/types';
import { aTrack, fakePlayer, renderPages, resetPlayer, serve } from '@/testing/pages';
import { RecentsPage } from './recents-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const ago = (hours: number) => new Date(new Date().setHours(12, 0, 0, 0) - hours * 3_600_000).toISOString();
const heard = (id: string, hours: number): Heard => ({ id, playedAt: ago(hours), listened: 60, track: aTrack(`t${id}`) });
const page = (...items: Heard[]) => ({ body: items, headers: { 'X-Total-Count': String(items.length) } });

const rows = () => [...document.querySelectorAll('[data-slot=heard]')].map((row) => /Title t\d/.exec(row.textContent ?? '')?.[0]);

describe('recents', () => {
  it('groups played songs by day, ready to play again', async () => {
    serve({
      'GET /api/history': () => page(heard('1', 0), heard('2', 1), heard('3', 24), heard('4', 24 * 40)),
      'GET /api/account/history': () => ({ paused: false }),
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    expect(await screen.findByRole('heading', { level: 1, name: 'Recents' })).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Title t1', 'Title t2', 'Title t3', 'Title t4']));
    const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(days.slice(0, 2)).toEqual(['Today', 'Yesterday']);
    expect(days).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: /Play Title t2/ }));
    expect(fakePlayer.getState().current?.track.id).toBe('t2');
  });

  it('removes a song, and restores it', async () => {
    let kept = [heard('1', 0), heard('2', 1)];
    const { of } = serve({
      'GET /api/history': () => page(...kept),
      'GET /api/account/history': () => ({ paused: false }),
      'DELETE /api/history/1': () => {
        kept = kept.slice(1);
        return { detail: 'It is no longer in your history.' };
      },
      'POST /api/history': () => {
        kept = [heard('1', 0), ...kept];
        return { detail: 'It is in your history again.' };
      },
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Title t1 from history' }));
    await waitFor(() => expect(rows()).toEqual(['Title t2']));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows()).toEqual(['Title t1', 'Title t2']));
    expect(of('POST /api/history')).toHaveLength(1);
  });

  it('keeps a song that the server does not remove', async () => {
    serve({
      'GET /api/history': () => page(heard('1', 0)),
      'GET /api/account/history': () => ({ paused: false }),
      'DELETE /api/history/1': () => ({ status: 503, body: { detail: 'The disk is full.' } }),
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Title t1 from history' }));
    expect(await screen.findByText('Could not remove the song')).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Title t1']));
  });

  it('asks before it clears everything', async () => {
    let kept = [heard('1', 0)];
    serve({
      'GET /api/history': () => page(...kept),
      'GET /api/account/history': () => ({ paused: false }),
      'DELETE /api/history': () => {
        kept = [];
        return { detail: 'Your history is empty now.' };
      },
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear history' }));
    const dialog = await screen.findByRole('dialog', { name: 'Clear your whole history?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear history' }));
    expect(await screen.findByText('Nothing played yet')).toBeTruthy();
  });

  it('pauses, and reverts the switch if the server refuses', async () => {
    serve({
      'GET /api/history': () => page(heard('1', 0)),
      'GET /api/account/history': () => ({ paused: true }),
      'PUT /api/account/history': () => ({ status: 500, body: { detail: 'No.' } }),
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    const pause = await screen.findByRole<HTMLInputElement>('switch', { name: 'Pause history' });
    await waitFor(() => expect(pause.checked).toBe(true));
    expect(screen.getByText(/Your history is paused/)).toBeTruthy();
    await userEvent.click(pause);
    expect(await screen.findByText('Could not save the change')).toBeTruthy();
    expect(pause.checked).toBe(true);
  });

  it('filters, and says if nothing matches', async () => {
    serve({
      'GET /api/history': (url) => (url.searchParams.get('q') ? page() : page(heard('1', 0))),
      'GET /api/account/history': () => ({ paused: false }),
    });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Filter your history' }), 'zz');
    expect(await screen.findByText('Nothing in your history matches “zz”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(rows()).toEqual(['Title t1']));
  });

  it('leads on before anything was played', async () => {
    serve({ 'GET /api/history': () => page(), 'GET /api/account/history': () => ({ paused: false }) });
    await renderPages({ '/recents': RecentsPage }, '/recents');
    expect(await screen.findByText('Nothing played yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Your Library' }).getAttribute('href')).toBe('/library');
  });
});
