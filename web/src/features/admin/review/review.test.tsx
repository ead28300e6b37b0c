import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AITrack } from '@/api/types';
import { providerColour } from '@/lib/format';
import { renderApp } from '@/testing/app';

beforeEach(() => localStorage.clear());

const track = (id: string, change: Partial<AITrack> = {}): AITrack => ({
  id,
  title: `Piece ${id}`,
  prompt: 'rainy lo-fi',
  provider: 'suno',
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
  trackId: `t${id}`,
  quality: [{ name: 'loudness', value: 0.9, weight: 1 }],
  reason: '',
  likeness: [],
  ...change,
});
const unchecked = { configured: true, ok: false, detail: '', latencyMs: null, checkedAt: null };
const show = (tab: string, answers: Parameters<typeof renderApp>[1]) =>
  renderApp(`/admin/ia?tab=${tab}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/ai-providers': {
      items: [
        { name: 'http', label: 'Studio box' },
        { name: 'suno', label: 'Suno' },
      ].map((p) => ({ ...p, ...unchecked })),
    },
    'GET /api/admin/ai-stats': { totalGenerated: 5, pendingReview: 2, monthlyCost: 12.3, approvalRate: 0.667 },
    ...answers,
  });
const list = 'GET /api/admin/ai-tracks';

const BULK = 'POST /api/admin/ai-tracks/bulk';
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
/** The parameters of the last request for a list. */
const asked = (path: string) => {
  const urls = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => new URL(String(input), 'http://sonora.test'));
  return Object.fromEntries(urls.findLast(({ pathname }) => pathname === path)?.searchParams ?? []);
};

it('shows the figures, and has the server search, sort and filter', async () => {
  const app = show('pending', { [list]: [track('1'), track('2', { prompt: 'techno' })] });
  expect(await screen.findByRole('row', { name: /Piece 1/ })).toBeTruthy();
  for (const text of ['Total Generated', 'Pending Review', 'Monthly Cost', '$12.30', 'Approval Rate', '67%']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Pending', 'Approved', 'Rejected', 'Usage Logs']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title, prompt or user' }), 'tech');
  await waitFor(() => expect(app.address()).toContain('q=tech'));
  await userEvent.selectOptions(screen.getByLabelText('Provider'), 'upload');
  await userEvent.click(screen.getByRole('button', { name: 'Quality' }));
  await waitFor(() => expect(app.address()).toBe('/admin/ia?tab=pending&q=tech&provider=upload&sort=-quality'));
  await waitFor(() =>
    expect(asked('/api/admin/ai-tracks')).toEqual({
      q: 'tech',
      sort: '-quality',
      provider: 'upload',
      status: 'pending',
      at: '0',
      limit: '50',
    }),
  );
});

it('decides about several tracks with the keyboard, rejecting with a reason', async () => {
  const app = show('pending', {
    [list]: [track('1'), track('2')],
    [BULK]: { done: ['1'], unchanged: [], failed: [{ id: '2', detail: 'The track of this generation was deleted.' }] },
  });
  await screen.findByRole('row', { name: /Piece 1/ });
  await userEvent.keyboard('jxjx');
  await userEvent.click(within(screen.getByRole('region', { name: 'Actions for the selection' })).getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject?' });
  expect(within(dialog).getByText('Piece 2')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Reason'), ' Too loud ');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(toasts()).toContain('1 track is rejected'));
  expect(app.bodies(BULK)).toEqual([{ action: 'reject', ids: ['1', '2'], reason: 'Too loud' }]);
  const failures = await screen.findByRole('dialog', { name: '1 done, 1 not' });
  expect(within(failures).getByText('The track of this generation was deleted.')).toBeTruthy();
});

it('opens the side sheet of a track, with what is known of it', async () => {
  show('approved', { [list]: [track('1', { status: 'approved', reviewedBy: 'Olga', playCount: 12 })] });
  await screen.findByRole('row', { name: /Piece 1/ });
  await userEvent.keyboard('j{Enter}');
  const sheet = await screen.findByRole('dialog', { name: 'Piece 1' });
  for (const text of ['rainy lo-fi', '7.5/10', 'Olga', '12', 'Loudness']) expect(within(sheet).getByText(text)).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'Open the song’s page' }).getAttribute('href')).toBe('/tracks/t1');
  await userEvent.click(within(sheet).getByRole('button', { name: 'View: Piece 1' }));
  expect(await screen.findByRole('dialog', { name: 'Review AI Music Track' })).toBeTruthy();
});

it('reviews a pending track', async () => {
  const app = show('pending', {
    [list]: [track('1', { likeness: [{ trackId: 't9', title: 'Old Rain', kind: 'tune', share: 0.824, at: 35, otherAt: 62 }] })],
    'POST /api/admin/ai-tracks/1/reject': track('1', { status: 'rejected' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Review: Piece 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review AI Music Track' });
  for (const text of ['Piece 1', 'Ada', 'rainy lo-fi', 'Suno', '7.5/10', 'Loudness', '9.0'])
    expect(within(dialog).getByText(text)).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Old Rain' }).getAttribute('href')).toBe('/tracks/t9');
  expect(within(dialog).getByText('Melody 82% alike: 0:35 here, 1:02 there')).toBeTruthy();
  expect(within(dialog).getByLabelText('Preview').getAttribute('src')).toBe('/api/tracks/1/stream');
  expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Reason, if you reject it'), 'Too loud');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/ai-tracks/1/reject')).toEqual([{ reason: 'Too loud' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('offers Approve for rejected tracks, and neither for approved ones', async () => {
  const rejected = show('rejected', { [list]: [track('1', { status: 'rejected', audioUrl: null, likeness: null })] });
  expect(await screen.findByRole('button', { name: 'Approve: Piece 1' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'View: Piece 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review AI Music Track' });
  expect(within(dialog).queryByRole('button', { name: 'Reject' })).toBeNull();
  expect(within(dialog).queryByLabelText('Preview')).toBeNull();
  expect(within(dialog).getByText('Not compared with this library yet. The comparison starts once all songs are analysed.')).toBeTruthy();
  rejected.unmount();
  show('approved', { [list]: [track('1', { status: 'approved' })] });
  expect(await screen.findByRole('button', { name: 'Play Piece 1' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unpublish: Piece 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
});

it('lists what was used and its cost', async () => {
  const log = { id: 'l1', userId: 'u2', userName: 'Ada', provider: 'suno', prompt: 'rainy lo-fi', status: 'success', cost: 0.0451 };
  const app = show('logs', { 'GET /api/admin/ai-logs': [{ ...log, timestamp: '2026-01-02T12:00:00Z' }] });
  const row = await screen.findByRole('row', { name: /Ada/ });
  for (const text of ['Suno', 'rainy lo-fi', 'success', '$0.045', /Jan 2, 2026/]) expect(within(row).getByText(text)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'failed');
  await userEvent.click(screen.getByRole('button', { name: 'Cost' }));
  await waitFor(() => expect(app.address()).toBe('/admin/ia?tab=logs&status=failed&sort=-cost'));
  expect(asked('/api/admin/ai-logs')).toEqual({ status: 'failed', sort: '-cost', at: '0', limit: '50' });
});

it('calls services what the operator calls them, and imported music what its owner wrote', async () => {
  show('pending', { [list]: [track('1', { provider: 'http' }), track('2', { provider: 'aiva' }), track('3', { provider: 'built-in' })] });
  const names = ['Studio box', 'aiva', 'Built-in'];
  for (const [i, name] of names.entries()) {
    const row = await screen.findByRole('row', { name: new RegExp(`Piece ${i + 1}`) });
    expect(await within(row).findByText(name)).toBeTruthy();
  }
});

it('shows an upload that sounds like music by AI, even if that was deleted', async () => {
  const upload = track('1', {
    provider: 'upload',
    prompt: '',
    likeness: [{ trackId: '', title: '', kind: 'sound', share: 0.93, at: 0, otherAt: 0 }],
  });
  show('pending', { [list]: [upload] });
  await userEvent.click(await screen.findByRole('button', { name: 'Review: Piece 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review AI Music Track' });
  expect(within(dialog).getByText('Upload')).toBeTruthy();
  expect(within(dialog).queryByText('Prompt')).toBeNull();
  expect(within(dialog).getByText('Deleted music by AI')).toBeTruthy();
  expect(within(dialog).queryByRole('link')).toBeNull();
});

it('says for each provider whether it answers', async () => {
  const status = { latencyMs: 12, checkedAt: '2026-01-02T12:00:00Z' };
  show('pending', {
    [list]: [],
    'POST /api/admin/ai-providers/check': {
      items: [
        { ...status, name: 'built-in', label: 'Built-in', configured: true, ok: true, detail: '' },
        { ...status, name: 'suno', label: 'Suno', configured: true, ok: false, detail: 'The key is wrong.' },
      ],
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sync Providers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Providers' });
  expect(await within(dialog).findByText('The key is wrong.')).toBeTruthy();
  expect(within(dialog).getByText('12 ms')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'AI Settings', hidden: true }).getAttribute('href')).toBe('/admin/settings?tab=keys');
});

it('gives each provider its colour', () => {
  const names = ['suno', 'mubert', 'aiva', 'amper', 'built-in'].map((provider) => providerColour(provider).name);
  expect(names).toEqual(['purple', 'blue', 'green', 'orange', 'neutral']);
});
