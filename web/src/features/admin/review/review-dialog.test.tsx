import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AITrack } from '@/api/types';
import { fakePlayer, renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { ReviewDialog } from './review-dialog';

vi.mock('@/player/view/use-player', () => import('@/testing/pages'));

const track: AITrack = {
  id: '1',
  title: 'Rain',
  prompt: 'rainy lo-fi',
  provider: 'built-in',
  status: 'pending',
  duration: 90,
  genre: 'Lo-Fi',
  createdAt: '2026-01-02T00:00:00Z',
  reviewedAt: null,
  reviewedBy: null,
  userId: 'u2',
  userName: 'Ada',
  playCount: 0,
  likes: 0,
  audioUrl: '/api/tracks/1/stream',
  qualityScore: 7.5,
  trackId: 't1',
  quality: [],
  reason: '',
  likeness: [],
};

beforeEach(resetPlayer);

it('plays either the preview or the player', async () => {
  serve({ ...signedIn });
  await renderPages({ '/': () => <ReviewDialog track={track} onClose={() => {}} /> }, '/');
  const preview = await screen.findByLabelText<HTMLAudioElement>('Preview');
  const pausePreview = vi.spyOn(preview, 'pause').mockImplementation(() => {});
  act(() => fakePlayer.setState({ isPlaying: true }));
  await waitFor(() => expect(pausePreview).toHaveBeenCalledOnce());
  expect(fakePlayer.getState().isPlaying).toBe(true);
  fireEvent.play(preview);
  await waitFor(() => expect(fakePlayer.getState().isPlaying).toBe(false));
});
