import { act, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { openUpload, useUploadDialog } from '@/lib/upload';
import { renderApp } from '@/testing/app';
import { anEpisode, aPodcast } from '@/testing/podcasts';

vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 10_000 }); // pages load when they are opened

beforeAll(async () => {
  await Promise.all([
    import('./podcasts-tab'),
    import('./podcast-page'),
    import('./episode-page'),
    import('./settings-dialog'),
    import('./episode-dialog'),
    import('@/things/podcast/podcast-dialog'),
  ]);
}, 120_000);

const ana = { id: 'ana', email: 'ana@music.example', firstName: 'Ana', lastName: '', role: 'creator', isVerified: true };

const server = (answers: Record<string, object>) => ({
  'GET /api/auth/user': ana,
  'GET /api/podcasts': [],
  'GET /api/episodes': [],
  'GET /api/radios': [],
  'GET /api/notifications/unread': { unread: 0 },
  ...answers,
});

it('says what to do if there are no podcasts', async () => {
  renderApp('/radios?tab=podcasts', server({}));
  expect(await screen.findByRole('heading', { name: 'Top Podcasts' }, { timeout: 25_000 })).toBeTruthy();
  expect(await screen.findByText('No podcasts yet')).toBeTruthy();
});

it('subscribes to a feed and opens its page', async () => {
  const user = userEvent.setup();
  const { bodies } = renderApp(
    '/radios?tab=podcasts',
    server({
      'POST /api/podcasts/subscriptions': aPodcast(),
      'GET /api/podcasts/tea': aPodcast(),
      'GET /api/podcasts/tea/episodes': [anEpisode()],
    }),
  );
  await user.click((await screen.findAllByRole('button', { name: 'Add podcast' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add podcast' });
  await user.type(within(dialog).getByLabelText('Feed address'), 'https://tea.example/feed');
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Tea Talk' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'About two' })).toBeTruthy();
  expect(bodies('POST /api/podcasts/subscriptions')).toEqual([{ url: 'https://tea.example/feed', private: false }]);
});

it('shows the error of a feed next to its address', async () => {
  const user = userEvent.setup();
  renderApp(
    '/radios?tab=podcasts',
    server({ 'POST /api/podcasts/subscriptions': { status: 400, body: { detail: 'There is no podcast feed at this address.' } } }),
  );
  await user.click((await screen.findAllByRole('button', { name: 'Add podcast' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add podcast' });
  await user.type(within(dialog).getByLabelText('Feed address'), 'https://tea.example/');
  await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }));
  expect(await within(dialog).findByText('There is no podcast feed at this address.')).toBeTruthy();
});

it('shows the position in an episode, its chapters and its transcript', async () => {
  renderApp(
    '/podcasts/tea/episodes/two',
    server({
      'GET /api/episodes/two': anEpisode({ position: 600, hasTranscript: true }),
      'GET /api/episodes/two/chapters': [{ start: 90, title: 'Kettle' }],
      'GET /api/episodes/two/transcript': [{ start: 1, end: 2, speaker: 'Ann', text: 'Hello there.' }],
      'GET /api/podcasts/tea': aPodcast(),
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'About two' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: /1:30.*Kettle/ })).toBeTruthy();
  expect(await screen.findByRole('button', { name: /Hello there/ })).toBeTruthy();
  expect(screen.getByText('Continue')).toBeTruthy();
});

it('changes how a podcast plays', async () => {
  const user = userEvent.setup();
  const subscription = { autoDownload: false, keep: 5, speed: 1, skipSilence: false, notify: false };
  const { bodies } = renderApp(
    '/podcasts/tea',
    server({
      'GET /api/podcasts/tea': aPodcast({ subscription }),
      'GET /api/podcasts/tea/episodes': [],
      'PUT /api/podcasts/tea/subscription': aPodcast({ subscription: { ...subscription, speed: 1.5 } }),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings' });
  await user.selectOptions(within(dialog).getByLabelText('Playback speed'), '1.5×');
  expect(bodies('PUT /api/podcasts/tea/subscription')).toEqual([{ speed: 1.5 }]);
});

it('keeps the episode form while its recording uploads, then selects the recording; creators see only their own mixes', async () => {
  const user = userEvent.setup();
  const uploads = [{ id: 'before', title: 'Before' }];
  const { bodies } = renderApp(
    '/podcasts/tea',
    server({
      'GET /api/podcasts/tea': aPodcast({ isOwn: true, canManage: true }),
      'GET /api/podcasts/tea/episodes': [],
      'GET /api/account/tracks': uploads,
      'GET /api/mixes': [{ id: 'm1', title: 'Friday night' }],
      'POST /api/podcasts/tea/episodes': anEpisode(),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add episode' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add episode' });
  await user.type(within(dialog).getByLabelText('Title'), 'Kettle on');
  expect(await within(dialog).findByRole('option', { name: 'Friday night' })).toBeTruthy();
  expect(
    vi
      .mocked(fetch)
      .mock.calls.map(([address]) => String(address))
      .filter((address) => address.startsWith('/api/mixes')),
  ).toEqual(['/api/mixes?limit=200&show=own']);
  await user.click(within(dialog).getByRole('button', { name: 'Upload Music' }));
  uploads.push({ id: 'new', title: 'New' });
  await act(async () => useUploadDialog.getState().onUploaded?.(['new']));
  act(() => openUpload(false));
  await within(dialog).findByRole('option', { name: 'New', selected: true });
  await user.click(within(dialog).getByRole('button', { name: 'Save', hidden: true }));
  expect(bodies('POST /api/podcasts/tea/episodes')).toEqual([expect.objectContaining({ title: 'Kettle on', trackId: 'new' })]);
});
