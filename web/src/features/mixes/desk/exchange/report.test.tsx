import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CollectionReport } from '@/api/types';
import { Report } from './report';

const nothing: CollectionReport = {
  applied: true,
  tracks: 1,
  matched: 1,
  notFound: 0,
  ambiguous: 0,
  kept: 0,
  skipped: 0,
  leftOut: 0,
  invalid: 0,
  unread: 0,
  playlistsLeftOut: 0,
  taken: { cues: 0, hotCues: 0, loops: 0, grids: 0 },
  playlists: [],
  missing: [],
  next: null,
};

it('says how many marks were not taken, and why', () => {
  const { rerender } = render(<Report report={nothing} />);
  expect(screen.queryByText(/marks? (is|are|has|have)/)).toBeNull();
  rerender(<Report report={{ ...nothing, invalid: 2, leftOut: 1 }} />);
  screen.getByText(/^2 marks are wrong in the file: without a valid position or tempo, a loop that ends before it begins/);
  screen.getByText(/^1 mark has no place on the desk/);
});

it('says how many playlists are left for another import', () => {
  render(<Report report={{ ...nothing, playlistsLeftOut: 18_000 }} />);
  screen.getByText(/^18,000 playlists are left out, because one import makes at most 2,000\. Import the same files again to get them\.$/);
});

it('says how many songs have no room in the playlists', () => {
  const list = (name: string, leftOut: number) => ({ name, found: 200_000, missing: 0, leftOut, exists: false });
  const { rerender } = render(<Report report={{ ...nothing, playlists: [list('All', 150_000), list('More', 1)] }} />);
  screen.getByText('150,001 songs are left out, because a playlist holds at most 50,000.');
  rerender(<Report report={{ ...nothing, playlists: [list('Some', 0)] }} />);
  expect(screen.queryByText(/left out/)).toBeNull();
});
