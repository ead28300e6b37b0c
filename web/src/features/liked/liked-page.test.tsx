import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aTrack, fakePlayer, held, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { LikedPage } from './liked-page';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const show = () => renderPages({ '/liked': LikedPage }, '/liked');
const liked = () => [aTrack('t2', { liked: true }), aTrack('t1', { liked: true })];
const rows = () => screen.queryAllByRole('row').map((row) => row.querySelector('.font-semibold')?.textContent);

describe('liked songs', () => {
  it('lists them and plays them all', async () => {
    serve({ ...signedIn, 'GET /api/liked-tracks': liked });
    await show();
    expect(await screen.findByText('2 songs')).toBeTruthy();
    expect(rows()).toEqual(['Title t2', 'Title t1']);
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(fakePlayer.getState().played[0]?.map((item) => item.id)).toEqual(['t2', 't1']));
  });

  it('removes an unliked song at once, and restores it if the server refuses', async () => {
    const unlike = held(null);
    const fail = () => unlike.answer().then(() => ({ status: 500, body: { detail: 'Not now.' } }));
    serve({ ...signedIn, 'GET /api/liked-tracks': liked, 'DELETE /api/tracks/t2/like': fail });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Unlike Title t2' }));
    expect(rows()).toEqual(['Title t1']);
    expect(screen.getByText('1 song')).toBeTruthy();
    unlike.release();
    expect((await screen.findAllByText('Could not remove the like')).length).toBeGreaterThan(0);
    expect(rows()).toEqual(['Title t2', 'Title t1']);
  });

  it('leads on if there are none', async () => {
    serve({ ...signedIn, 'GET /api/liked-tracks': () => [] });
    await show();
    expect(await screen.findByText('No liked songs yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Your Library' })).toBeTruthy();
  });

  it('requests once, and only for signed-in people', async () => {
    const failing = serve({ ...signedIn, 'GET /api/liked-tracks': () => ({ status: 500, body: { detail: 'Broken.' } }) });
    const view = await show();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(failing.of('GET /api/liked-tracks')).toHaveLength(1);
    view.unmount();
    const anonymous = serve({ 'GET /api/auth/user': () => ({ status: 401, body: { detail: 'No.' } }), 'GET /api/liked-tracks': liked });
    await show();
    await waitFor(() => expect(anonymous.of('GET /api/auth/user')).not.toEqual([]));
    await screen.findByRole('heading', { level: 1 });
    expect(anonymous.of('GET /api/liked-tracks')).toEqual([]);
  });
});
