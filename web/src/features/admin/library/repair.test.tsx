import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const problem = (id: string, change: object = {}) => ({
  id,
  root: '/srv/music',
  path: `bad/${id}.mp3`,
  kind: 'not-audio',
  reason: 'The file is a text.',
  size: 12,
  seenAt: '2026-01-02T12:00:00Z',
  ...change,
});
const song = (id: string, title: string) => ({
  id,
  title,
  artist: 'Bo',
  album: '',
  duration: 61,
  plays: 3,
  audioUrl: `/api/tracks/${id}/stream`,
});
const LONG = 60_000; // the page loads slowly on a busy machine

const show = (tab: string, answers: Parameters<typeof renderApp>[1]) =>
  renderApp(`/admin/playlists?tab=${tab}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    ...answers,
  });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const row = (name: RegExp) => screen.findByRole('row', { name }, { timeout: 20_000 });

beforeEach(() => localStorage.clear());

it('examines broken files again, and deletes them after a word was typed', { timeout: LONG }, async () => {
  const BULK = 'POST /api/admin/problems/bulk';
  const app = show('broken', {
    'GET /api/library/problems': [problem('1'), problem('2')],
    [BULK]: { done: [], unchanged: ['1'], failed: [] },
  });
  await row(/1\.mp3/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select bad/1.mp3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Examine again' }));
  await waitFor(() => expect(toasts()).toContain('The problems are still there.'));
  await userEvent.keyboard('jj{Enter}');
  const sheet = await screen.findByRole('dialog', { name: 'bad/2.mp3' });
  for (const text of ['The file is a text.', '/srv/music', 'No music']) expect(within(sheet).getByText(text)).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'Download' }).getAttribute('href')).toContain('/api/admin/problems/2/file');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Delete the file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the file?' });
  expect(app.bodies(BULK)).toHaveLength(1);
  await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  await waitFor(() =>
    expect(app.bodies(BULK)).toEqual([
      { action: 'examine', ids: ['1'] },
      { action: 'delete', ids: ['2'] },
    ]),
  );
});

it('gives the place of a missing file to another one, and purges all after a word was typed', { timeout: LONG }, async () => {
  const app = show('missing', {
    'GET /api/library/missing': [song('1', 'Gone')],
    'GET /api/admin/tracks/1/file': { folder: '/srv/music', path: 'old/gone.mp3', size: 1, modifiedAt: null, playlists: 2, likes: 5 },
    'GET /api/admin/missing/1/successors': { tracks: [{ ...song('9', 'Gone'), file: { path: 'new/gone.mp3' } }] },
    'POST /api/admin/duplicates/merge': { done: ['1'], unchanged: [], failed: [] },
    'POST /api/library/missing/purge': { purged: 1 },
  });
  await row(/Gone/);
  await userEvent.keyboard('j{Enter}');
  const sheet = await screen.findByRole('dialog', { name: 'Gone' });
  expect(await within(sheet).findByText('new/gone.mp3')).toBeTruthy();
  expect(await within(sheet).findByText('old/gone.mp3')).toBeTruthy();
  await userEvent.click(within(sheet).getByRole('button', { name: 'It is this one' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/duplicates/merge')).toEqual([{ keep: '9', others: ['1'], action: 'delete' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Purge missing songs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Purge missing songs?' });
  expect(app.bodies('POST /api/library/missing/purge')).toHaveLength(0);
  await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  await waitFor(() => expect(app.bodies('POST /api/library/missing/purge')).toHaveLength(1));
});
