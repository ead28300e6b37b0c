import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const olga = {
  id: 'u1',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Operator',
  role: 'admin',
  createdAt: '2025-03-01T12:00:00Z',
};

const settings = {
  newAccountsMayUpload: true,
  maxUploadSize: 2048,
  uploadQuota: 0,
  analyseTracks: true,
  askMusicBrainz: false,
  askCoverArtArchive: false,
  askLrclib: false,
  locked: ['askLrclib', 'uploadQuota'],
};

const show = (answers: Parameters<typeof renderApp>[1] = {}, tab = 'general') =>
  renderApp(`/admin/settings?tab=${tab}`, { 'GET /api/auth/user': olga, 'GET /api/admin/settings': settings, ...answers });

const said = (text: string) => waitFor(() => expect(document.querySelector('[data-slot=toast]')?.textContent).toContain(text));

it('saves a switch at once', async () => {
  const app = show({ 'PUT /api/admin/settings': { ...settings, askMusicBrainz: true } });
  const ask = await screen.findByRole<HTMLInputElement>('switch', { name: 'MusicBrainz' });
  await userEvent.click(ask);
  await said('Saved');
  expect(ask.checked).toBe(true);
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ askMusicBrainz: true }]);
});

it('reverts a switch if the server refuses', async () => {
  show({ 'PUT /api/admin/settings': { status: 500, body: { detail: 'No.' } } });
  const analyse = await screen.findByRole<HTMLInputElement>('switch', { name: 'Analyse songs in the background' });
  await userEvent.click(analyse);
  await said('Could not save the setting');
  expect(analyse.checked).toBe(true);
});

it('saves a size with its button, and shows an error next to it', async () => {
  const body = { detail: 'Not valid.', maxUploadSize: ['This has to be between 1 and 100000.'] };
  const app = show({ 'PUT /api/admin/settings': { status: 400, body } });
  const size = await screen.findByLabelText('Maximum file size (MB)');
  await userEvent.clear(size);
  await userEvent.type(size, '0');
  await userEvent.click(screen.getByRole('button', { name: 'Save Maximum file size (MB)' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This has to be between 1 and 100000.');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ maxUploadSize: 0 }]);
});

it('disables settings that the operator has fixed, and says so', async () => {
  show();
  const lyrics = await screen.findByRole<HTMLInputElement>('switch', { name: 'LRCLIB' });
  expect(lyrics.disabled).toBe(true);
  expect(screen.getByText('Finds missing lyrics. Set in the server’s configuration.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Upload quota per person (MB)').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save Upload quota per person (MB)' })).toBeNull();
});

it('shows keys masked, and saves only the one that was changed', async () => {
  const keys = { sunoApiKey: 'sk-12345****6789', sunoApiUrl: '', mubertApiKey: '', stabilityApiKey: '', elevenLabsApiKey: '' };
  const all = { ...settings, ...keys, aceStepUrl: '', aceStepApiKey: '' };
  const app = show({ 'GET /api/admin/settings': all, 'PUT /api/admin/settings': { ...all, mubertApiKey: 'id:token' } }, 'keys');
  expect((await screen.findByLabelText<HTMLInputElement>('Suno key')).value).toBe('sk-12345****6789');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Suno key' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Mubert key'), 'id:token');
  await userEvent.click(screen.getByRole('button', { name: 'Save Mubert key' }));
  await said('Saved');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ mubertApiKey: 'id:token' }]);
});
