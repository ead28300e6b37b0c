import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { bestOf, type Copy } from './copies';

const copy = (id: string, change: object = {}): Copy => ({
  ...aTrack(id, {
    title: 'Dusk',
    artist: 'Nina',
    album: 'Days',
    format: 'mp3',
    bitrate: 320,
    duration: 200,
    size: 8_000_000,
    plays: 0,
    isPublic: true,
    ...change,
  }),
  file: { folder: '/srv/music', path: `${id}.mp3`, size: 8_000_000, modifiedAt: null, playlists: 0, likes: 0 },
});
const THREE = [copy('a', { plays: 9 }), copy('b', { format: 'flac', bitrate: 900 }), copy('c', { bitrate: 128 })];
const MERGE = 'POST /api/admin/duplicates/merge';

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/playlists?tab=duplicates', {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/duplicates': [{ tracks: THREE }],
    ...answers,
  });
const files = () => screen.findAllByRole<HTMLInputElement>('radio');
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';

it('suggests the best sound, then what is played most', () => {
  expect(bestOf(THREE)?.id).toBe('b');
  expect(bestOf([copy('a'), copy('b', { plays: 2 })])?.id).toBe('b');
  expect(bestOf([])).toBeUndefined();
});

it('shows the files of a recording, and keeps the chosen one', async () => {
  const app = show({ [MERGE]: { done: ['b', 'c'], unchanged: [], failed: [] } });
  expect((await files()).map(({ checked }) => checked)).toEqual([false, true, false]);
  expect(screen.getByText('1 recording')).toBeTruthy();
  expect(screen.getByText('MP3 · 320 kbit/s · 3:20 · 8.0 MB · 9 plays · in 0 playlists · Public')).toBeTruthy();
  expect(screen.getByText('c.mp3')).toBeTruthy();
  await userEvent.click((await files())[0] as HTMLInputElement);
  await userEvent.click(screen.getByRole('button', { name: 'Keep this one, make the others private' }));
  await waitFor(() => expect(app.bodies(MERGE)).toEqual([{ keep: 'a', others: ['b', 'c'], action: 'hide' }]));
  await waitFor(() => expect(toasts()).toContain('2 songs are for members only'));
});

it('deletes the others after a word was typed, and says which are left', async () => {
  const app = show({ [MERGE]: { done: ['a'], unchanged: [], failed: [{ id: 'c', detail: 'The file is read-only.' }] } });
  await files();
  await userEvent.click(screen.getByRole('button', { name: 'Keep this one, delete the others' }));
  const dialog = await screen.findByRole('dialog', { name: 'Keep this one, delete the others?' });
  for (const path of ['a.mp3', 'c.mp3']) expect(within(dialog).getByText(path)).toBeTruthy();
  expect(within(dialog).getByText(/^b\.mp3 stays/)).toBeTruthy();
  expect(app.bodies(MERGE)).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  await waitFor(() => expect(app.bodies(MERGE)).toEqual([{ keep: 'b', others: ['a', 'c'], action: 'delete' }]));
  const failures = await screen.findByRole('dialog', { name: '1 done, 1 not' });
  expect(within(failures).getByText('c.mp3')).toBeTruthy();
  expect(within(failures).getByText('The file is read-only.')).toBeTruthy();
});

it('says that there are none', async () => {
  show({ 'GET /api/admin/duplicates': [] });
  expect(await screen.findByText('No duplicates')).toBeTruthy();
});
