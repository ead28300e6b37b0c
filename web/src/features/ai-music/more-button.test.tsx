import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Generation } from '@/api/types';
import { renderPages, resetPlayer, serve, signedIn } from '@/testing/pages';
import { MoreButton } from './more-button';

const plan = { title: 'Rain', style: 'lo-fi', bpm: 75, beats: 4, key: { tonic: 2, mode: 'minor' }, sections: [], instruments: {} };
const music: Generation = {
  id: 'g1',
  createdAt: '2026-01-01T00:00:00Z',
  prompt: 'rain',
  provider: 'built-in',
  state: 'ready',
  stage: '',
  progress: 1,
  place: null,
  expectedSeconds: null,
  reason: '',
  title: 'Rain',
  style: 'Lo-fi',
  bpm: 75,
  key: 'D minor',
  seed: 1,
  duration: 120,
  playable: 120,
  audioUrl: '/api/tracks/t1/stream',
  coverImageUrl: null,
  trackId: 't1',
  parentId: null,
  alternatives: [],
  plan: null,
  understood: '',
  ignored: [],
  review: { status: 'pending', reason: '', score: 8, parts: [] },
  cost: 0,
};

const open = async (piece: Generation) => {
  serve({ ...signedIn });
  await renderPages({ '/ai-music': () => <MoreButton music={piece} /> }, '/ai-music');
  fireEvent.click(await screen.findByRole('button', { name: 'More options for Rain' }));
  return within(await screen.findByRole('menu'));
};

beforeEach(resetPlayer);

it.each([
  ['Download the parts (stems)', 'stems'],
  ['Download the notes (MIDI)', 'midi'],
  ['Download the chords', 'sheet'],
])('offers what the composer wrote: %s', async (name, kind) => {
  const fetched: unknown[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this.getAttribute('href'));
  });
  try {
    const menu = await open({ ...music, plan });
    fireEvent.click(menu.getByRole('menuitem', { name }));
    await waitFor(() => expect(fetched).toEqual([`/api/ai/generations/g1/files/${kind}`]));
  } finally {
    click.mockRestore();
  }
});

it('offers only the sound of what a service made', async () => {
  const menu = await open({ ...music, provider: 'suno' });
  expect(menu.getByRole('menuitem', { name: 'Save the file' })).toBeTruthy();
  expect(menu.queryByRole('menuitem', { name: /MIDI|stems|chords/ })).toBeNull();
});
