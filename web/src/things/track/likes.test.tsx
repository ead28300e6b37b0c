import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trackList } from '@/api/lists';
import type { AlbumDetail, Track } from '@/api/types';
import { anAlbum, aTrack, held, renderPages, resetPlayer, serve } from '@/testing/pages';
import { albumQuery } from '@/things/album/queries';
import { usePages } from '@/things/list/pages';
import { LikeButton } from './like-button';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));
beforeEach(resetPlayer);

const Hearts = ({ of = [] }: { of?: Track[] }) => of.map((track) => <LikeButton key={track.id} track={track} />);

/** The same track in two lists of different kinds. */
function TwoLists() {
  const list = usePages(trackList({ sort: 'newest' }));
  const album = useQuery(albumQuery('al1'));
  return (
    <>
      <Hearts of={list.data?.filter((track) => track !== undefined)} />
      <Hearts of={album.data?.tracks} />
    </>
  );
}

const lists = {
  'GET /api/tracks': () => [aTrack('t1'), aTrack('t2')],
  'GET /api/albums/al1': (): AlbumDetail => ({ ...anAlbum('al1'), tracks: [aTrack('t1')] }),
};

const hearts = () => screen.findAllByRole('button', { name: /Title t1$/ });
const pressed = async () => (await hearts()).map((heart) => heart.getAttribute('aria-pressed'));

async function show() {
  await renderPages({ '/': TwoLists }, '/');
  await waitFor(async () => expect(await hearts()).toHaveLength(2));
}

describe('likes', () => {
  it('shows a like in every list before the server responds', async () => {
    const like = held({ liked: true });
    const { calls } = serve({ ...lists, 'POST /api/tracks/t1/like': like.answer });
    await show();
    await userEvent.click((await hearts())[0] as HTMLElement);
    expect(await pressed()).toEqual(['true', 'true']);
    expect(screen.getByRole('button', { name: 'Like Title t2' }).getAttribute('aria-pressed')).toBe('false');
    like.release();
    await waitFor(() => expect(calls).toContain('POST /api/tracks/t1/like'));
    expect(await pressed()).toEqual(['true', 'true']);
  });

  it('reverts the like everywhere and says so if the server refuses', async () => {
    serve({ ...lists, 'POST /api/tracks/t1/like': () => ({ status: 500, body: { detail: 'The disk is full.' } }) });
    await show();
    await userEvent.click((await hearts())[1] as HTMLElement);
    expect((await screen.findAllByText('Could not save the like')).length).toBeGreaterThan(0);
    expect(screen.getByText('The disk is full.')).toBeTruthy();
    expect(await pressed()).toEqual(['false', 'false']);
  });

  it('sends a like and a following unlike in order', async () => {
    const like = held({ liked: true });
    const { calls } = serve({ ...lists, 'POST /api/tracks/t1/like': like.answer, 'DELETE /api/tracks/t1/like': () => ({ liked: false }) });
    await show();
    await userEvent.click((await hearts())[0] as HTMLElement);
    await userEvent.click((await hearts())[0] as HTMLElement);
    expect(await pressed()).toEqual(['false', 'false']);
    expect(calls).not.toContain('DELETE /api/tracks/t1/like');
    like.release();
    await waitFor(() => expect(calls).toContain('DELETE /api/tracks/t1/like'));
    expect(await pressed()).toEqual(['false', 'false']);
  });

  it('undoes an unlike', async () => {
    const { calls } = serve({
      ...lists,
      'GET /api/tracks': () => [aTrack('t1', { liked: true })],
      'GET /api/albums/al1': () => ({ ...anAlbum('al1'), tracks: [aTrack('t1', { liked: true })] }),
      'DELETE /api/tracks/t1/like': () => ({ liked: false }),
      'POST /api/tracks/t1/like': () => ({ liked: true }),
    });
    await show();
    await userEvent.click((await hearts())[0] as HTMLElement);
    expect(await pressed()).toEqual(['false', 'false']);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await pressed()).toEqual(['true', 'true']);
    await waitFor(() =>
      expect(calls.filter((call) => call.includes('/like'))).toEqual(['DELETE /api/tracks/t1/like', 'POST /api/tracks/t1/like']),
    );
  });
});
