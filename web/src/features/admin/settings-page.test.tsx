import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

const keys = { sunoApiKey: 'sk-12345****6789', sunoApiUrl: '', mubertApiKey: '', stabilityApiKey: '', elevenLabsApiKey: '' };
const own = { ...keys, aceStepUrl: '', aceStepApiKey: '', aiHttpProvider: '', aiProvider: 'built-in', aiAutoApprove: 0 };
const all = { ...settings, ...own, aiMonthlyBudget: 20, aiPersonBudget: 0, aiBlockedWords: ['casino'] };
const builtIn = { name: 'built-in', label: 'Sonora', isDefault: true };
const suno = { name: 'suno', label: 'Suno', isDefault: false };

const showKeys = (given: Partial<typeof all> = {}, saved: Partial<typeof all> = {}) =>
  show(
    {
      'GET /api/admin/settings': { ...all, ...given },
      'GET /api/ai/providers': { items: [builtIn, suno] },
      'PUT /api/admin/settings': { ...all, ...given, ...saved },
    },
    'keys',
  );

it('shows keys masked, and saves only the one that was changed', async () => {
  const app = showKeys({}, { mubertApiKey: 'id:token' });
  expect((await screen.findByLabelText<HTMLInputElement>('Suno key')).value).toBe('sk-12345****6789');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Suno key' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Mubert key'), 'id:token');
  await userEvent.click(screen.getByRole('button', { name: 'Save Mubert key' }));
  await said('Saved');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ mubertApiKey: 'id:token' }]);
});

it('removes a key after asking', async () => {
  const app = showKeys({}, { sunoApiKey: '' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Suno key' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await said('Saved');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ sunoApiKey: null }]);
  expect(screen.queryByRole('button', { name: 'Remove Suno key' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove Mubert key' })).toBeNull();
});

it('offers only the providers that are set up, and the one that is chosen', async () => {
  const app = showKeys({ aiProvider: 'mubert' }, { aiProvider: 'suno' });
  const provider = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Who makes the music' });
  await waitFor(() => expect([...provider.options].map(({ text }) => text)).toEqual(['Built-in composer', 'Suno', 'mubert (not set up)']));
  await userEvent.selectOptions(provider, 'suno');
  await said('Saved');
  expect(provider.value).toBe('suno');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([{ aiProvider: 'suno' }]);
});

it.each([
  ['Score for automatic approval', '7.5', { aiAutoApprove: 7.5 }],
  ['Budget per month ($)', '12.50', { aiMonthlyBudget: 12.5 }],
  ['Words that are not allowed', ' loud noise \n\nrant\n', { aiBlockedWords: ['loud noise', 'rant'] }],
  ['Template of another service', ' {"name":"X"} ', { aiHttpProvider: '{"name":"X"}' }],
])('saves "%s"', async (label, text, body) => {
  const app = showKeys({}, body);
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  await userEvent.click(screen.getByRole('button', { name: `Save ${label}` }));
  await said('Saved');
  expect(app.bodies('PUT /api/admin/settings')).toEqual([body]);
});

it('says that a template is saved without showing it', async () => {
  showKeys({ aiHttpProvider: '{"name":****************"}' });
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Template of another service')).value).toBe('');
  expect(screen.getByText(/^A template is saved\./)).toBeTruthy();
});
