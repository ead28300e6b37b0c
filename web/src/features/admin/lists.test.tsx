import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';

const STATS = {
  radios: { total: 2, online: 1, offline: 1 },
  music: { playlists: 1, songs: 5 },
  mixes: { total: 1, active: 1 },
  ai: { generated: 0, approved: 0, pending: 0 },
  users: { total: 4, activeToday: 3 },
  streams: { today: 17, weekChangePercent: 12.5 },
};
const show = (section: string, answers: Parameters<typeof renderApp>[1]) =>
  renderApp(`/admin/${section}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/stats': STATS,
    ...answers,
  });
const list = {
  id: 'p1',
  name: 'Sunday',
  description: 'Slow',
  genre: 'Jazz',
  songCount: 5,
  totalDuration: 3600,
  isPublic: true,
  kind: 'list',
  mayChange: true,
};

it('shows the playlists of all members as cards, and opens only those that others may open', async () => {
  show('playlists?tab=playlists', {
    'GET /api/admin/playlists': [
      list,
      { ...list, id: 'p2', name: 'Secret', genre: 'Rock', songCount: 1, isPublic: false, mayChange: false },
    ],
  });
  expect(await screen.findByRole('link', { name: 'Sunday' })).toBeTruthy();
  const [sunday, secret] = within(screen.getByRole('list', { name: 'Playlists' })).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  for (const text of ['5 songs', '1h 0m', 'Jazz', 'Public']) expect(within(sunday).getByText(text)).toBeTruthy();
  expect(
    within(sunday)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Play Sunday', 'Edit Sunday', 'Delete Sunday?']);
  for (const text of ['1 song', 'Private', 'Only its owner can open or change this playlist.'])
    expect(within(secret).getByText(text)).toBeTruthy();
  expect(within(secret).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Secret' })).toBeNull();
});

it('has the server search, sort and filter the playlists, and keeps that in the address', async () => {
  const app = show('playlists?tab=playlists&sort=-songs', { 'GET /api/admin/playlists': [list] });
  await screen.findByRole('link', { name: 'Sunday' });
  await userEvent.type(screen.getByLabelText('Search by name or genre'), 'rock');
  await waitFor(() => expect(app.address()).toContain('q=rock'));
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'private');
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'smart');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'name');
  await waitFor(() => expect(app.address()).toBe('/admin/playlists?tab=playlists&sort=name&q=rock&visibility=private&kind=smart'));
  const asked = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => new URL(String(input), 'http://sonora.test'));
  expect(Object.fromEntries(asked.findLast(({ pathname }) => pathname === '/api/admin/playlists')?.searchParams ?? [])).toEqual({
    q: 'rock',
    sort: 'name',
    visibility: 'private',
    kind: 'smart',
    at: '0',
    limit: '50',
  });
});

it('creates, edits and deletes a playlist', async () => {
  const app = show('playlists?tab=playlists', {
    'GET /api/admin/playlists': [list],
    'POST /api/playlists': { ...list, id: 'p9', name: 'New' },
    'PUT /api/playlists/p1': list,
    'DELETE /api/playlists/p1': {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Sunday' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit playlist' });
  await userEvent.type(within(dialog).getByLabelText('Name'), ' morning');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(app.bodies('PUT /api/playlists/p1')).toEqual([{ name: 'Sunday morning', description: 'Slow', isPublic: true }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Delete Sunday?' }));
  const question = await screen.findByRole('dialog', { name: 'Delete Sunday?' });
  await userEvent.type(within(question).getByLabelText('Type “Sunday” to confirm'), 'Monday{Enter}');
  expect(within(question).getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
  await userEvent.clear(within(question).getByLabelText('Type “Sunday” to confirm'));
  await userEvent.type(within(question).getByLabelText('Type “Sunday” to confirm'), ' sunday{Enter}');
  await waitFor(() => expect(app.bodies('DELETE /api/playlists/p1')).toHaveLength(1));
  const lists = app.bodies('GET /api/admin/playlists').length;
  await userEvent.click(screen.getByRole('button', { name: 'Create Playlist' }));
  const create = await screen.findByRole('dialog', { name: 'Create Playlist' });
  await userEvent.type(within(create).getByLabelText('Name'), 'New');
  await userEvent.click(within(create).getByRole('button', { name: 'Create Playlist' }));
  await waitFor(() => expect(app.bodies('POST /api/playlists')).toEqual([{ name: 'New', description: '', isPublic: true }]));
  await waitFor(() => expect(app.bodies('GET /api/admin/playlists').length).toBeGreaterThan(lists));
});
