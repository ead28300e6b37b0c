import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Track } from '@/api/types';
import { fakePlayer, renderPages, resetPlayer, serve, tracks } from '@/testing/pages';
import { TrackList } from './track-list';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const context = { kind: 'library', title: 'Your Library' };

async function show(list: readonly Track[], total?: number, onEnd?: () => void) {
  const server = serve({ 'POST /api/tracks/t3/like': () => ({ liked: true }) });
  const page = () => <TrackList label="Tracks" tracks={list} total={total} context={context} onEnd={onEnd} />;
  const view = await renderPages({ '/': page }, '/');
  return { ...view, server, row: (n: number) => view.container.querySelector<HTMLElement>(`[aria-rowindex="${n}"]`) as HTMLElement };
}

const nowPlaying = () => fakePlayer.getState().current?.track.id;

describe('track list', () => {
  it('renders few of very many rows and counts them all', async () => {
    await show(tracks(100_000));
    expect(screen.getByRole('grid', { name: 'Tracks' }).getAttribute('aria-rowcount')).toBe('100000');
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(30);
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('1');
  });

  it('says which songs AI made', async () => {
    const [first, second] = tracks(2) as [Track, Track];
    const { row } = await show([first, { ...second, isAiGenerated: true }]);
    expect([row(1), row(2)].map((one) => within(one).queryByText('AI') !== null)).toEqual([false, true]);
  });

  it('requests more rows only near the end of the loaded ones', async () => {
    const near = vi.fn();
    await show(tracks(15), 400, near);
    expect(near).toHaveBeenCalled();
    const far = vi.fn();
    await show(tracks(200), 400, far);
    expect(far).not.toHaveBeenCalled();
  });

  it('moves with the arrows, plays with Enter, pauses with Space and likes with L', async () => {
    const { row, server } = await show(tracks(50));
    row(1).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(row(3));
    expect(row(3).tabIndex).toBe(0);
    expect(row(1).tabIndex).toBe(-1);
    await userEvent.keyboard('{Enter}');
    expect(nowPlaying()).toBe('t3');
    expect(within(row(3)).getByRole('img', { name: 'Playing' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Playing' })).toHaveLength(1);
    await userEvent.keyboard(' ');
    expect(fakePlayer.getState().isPlaying).toBe(false);
    expect(screen.queryByRole('img', { name: 'Playing' })).toBeNull();
    await userEvent.keyboard('l');
    expect(server.calls).toContain('POST /api/tracks/t3/like');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('50');
  });

  it('does not pass its keys on to the page', async () => {
    const { row } = await show(tracks(5));
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    row(1).focus();
    await userEvent.keyboard(' l{ArrowDown}');
    document.removeEventListener('keydown', heard);
    expect(heard).not.toHaveBeenCalled();
  });

  it('plays the list from a double-clicked row', async () => {
    const { row } = await show(tracks(10));
    await userEvent.dblClick(within(row(4)).getByText('Title t4'));
    expect(nowPlaying()).toBe('t4');
    expect(fakePlayer.getState().played[0]).toHaveLength(10);
  });

  it('queues a limited part of a long list that contains the row', async () => {
    const { row } = await show(tracks(10_000));
    row(1).focus();
    await userEvent.keyboard('{End}{PageUp}{Enter}');
    expect(nowPlaying()).toBe('t9990');
    const queue = fakePlayer.getState().played[0] ?? [];
    expect([queue[0]?.id, queue.at(-1)?.id]).toEqual(['t9790', 't10000']);
    await userEvent.keyboard('{Home}{Enter}');
    expect(fakePlayer.getState().played[1]).toHaveLength(2000);
  });

  it('does not play a missing file or another one instead', async () => {
    const list = tracks(4).map((track, i) => (i === 1 ? { ...track, isMissing: true } : track));
    const { row } = await show(list);
    expect(within(row(2)).getByText('File is missing')).toBeTruthy();
    expect(within(row(2)).queryByRole('button', { name: /^Play/ })).toBeNull();
    await userEvent.dblClick(row(2));
    expect(nowPlaying()).toBeUndefined();
    await userEvent.dblClick(row(1));
    expect(fakePlayer.getState().played[0]?.map((item) => item.id)).toEqual(['t1', 't3', 't4']);
  });

  it('has one menu for all rows', async () => {
    const { row } = await show(tracks(20));
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.contextMenu(row(2), { clientX: 50, clientY: 50 });
    expect((await screen.findByRole('menu')).getAttribute('aria-label')).toBe('More options for Title t2');
    await userEvent.keyboard('{Escape}');
    fireEvent.contextMenu(row(5), { clientX: 50, clientY: 90 });
    const menus = await screen.findAllByRole('menu');
    expect(menus).toHaveLength(1);
    const names = within(menus[0] as HTMLElement)
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
    expect(names).toEqual([
      'Play',
      'Play next',
      'Add to queue',
      'Add to playlist…',
      'Instant mix',
      'Compose something like this',
      'Go to song',
      'Go to album',
      'Go to artist',
      'Like',
      'Rate',
      'Share…',
      'Copy link',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Play next' }));
    expect(fakePlayer.getState().queued).toEqual(['next t5']);
  });

  it('links to the album and the artist in the menu', async () => {
    const { row, address } = await show(tracks(3));
    fireEvent.contextMenu(row(1), { clientX: 50, clientY: 50 });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Go to album' }));
    await waitFor(() => expect(address()).toBe('/albums/al1'));
  });

  it('selects with X, Shift and Ctrl+A, and deselects with Escape', async () => {
    const page = () => <TrackList label="Tracks" tracks={tracks(30)} context={context} selectable />;
    serve({});
    const { container } = await renderPages({ '/': page }, '/');
    const row = (n: number) => container.querySelector<HTMLElement>(`[aria-rowindex="${n}"]`) as HTMLElement;
    row(2).focus();
    await userEvent.keyboard('x');
    expect(row(2).getAttribute('aria-selected')).toBe('true');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(await screen.findByText('30 selected')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Title t1' }));
    expect(await screen.findByRole('toolbar', { name: 'Selected songs' })).toBeTruthy();
  });

  it('queues the selected songs', async () => {
    const page = () => <TrackList label="Tracks" tracks={tracks(9)} context={context} selectable />;
    serve({});
    await renderPages({ '/': page }, '/');
    for (const n of [3, 1]) await userEvent.click(screen.getByRole('checkbox', { name: `Select Title t${n}` }));
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to queue' }));
    expect(fakePlayer.getState().queued).toEqual(['last t1', 'last t3']);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
