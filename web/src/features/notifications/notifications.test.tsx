import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Notification } from '@/api/types';
import { renderApp } from '@/testing/app';
import { byDay } from './days';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const member = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener', profileImageUrl: null };
const update = (id: string, text: string, at: string, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'new-music',
  text,
  link: '/artists/a1',
  imageUrl: null,
  createdAt: at,
  readAt: null,
  ...more,
});

const today = new Date().toISOString();
const UPDATES = [
  update('n1', 'Nina: a new track.', today),
  update('n2', 'Back at nine.', '2020-01-02T12:00:00Z', { kind: 'announcement', link: '', readAt: today }),
];

const show = (address = '/updates', answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(address, {
    'GET /api/auth/user': member,
    'GET /api/notifications': UPDATES,
    'GET /api/notifications/unread': { unread: 1 },
    'POST /api/notifications/read': { unread: 0 },
    'DELETE /api/notifications/n1': { detail: '' },
    'POST /api/notifications/n1/restore': { detail: '' },
    ...answers,
  });

it('lists updates by day, and says which are unread', async () => {
  show();
  const days = await screen.findAllByRole('region', { name: /Today|January 2, 2020/ });
  expect(days).toHaveLength(2);
  const fresh = within(days[0] as HTMLElement);
  expect(fresh.getByText('Unread')).toBeTruthy();
  expect(fresh.getByRole('link', { name: 'Nina: a new track.' }).getAttribute('href')).toBe('/artists/a1');
  expect(within(days[1] as HTMLElement).queryByText('Unread')).toBeNull();
  expect(within(days[1] as HTMLElement).queryByRole('link')).toBeNull();
});

it('marks one or all as read', async () => {
  const app = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Nina: a new track.' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(app.bodies('POST /api/notifications/read')).toEqual([{ ids: ['n1'] }, { all: true }]));
});

it('deletes, and restores', async () => {
  const app = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Nina: a new track.' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(app.bodies('POST /api/notifications/n1/restore')).toHaveLength(1));
  expect(app.bodies('DELETE /api/notifications/n1')).toHaveLength(1);
});

it('says what to do if there are none', async () => {
  show('/updates', { 'GET /api/notifications': [], 'GET /api/notifications/unread': { unread: 0 } });
  expect(await screen.findByRole('heading', { name: 'No updates for you' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse artists' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('lists what the person follows, and unfollows', async () => {
  const app = show('/updates?tab=following', {
    'GET /api/follows': [{ kind: 'artist', id: 'a1', name: 'Nina', imageUrl: null, followedAt: today }],
    'DELETE /api/follows/artist/a1': { following: false, followers: 0 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unfollow Nina' }));
  expect(await screen.findByText('You no longer follow Nina')).toBeTruthy();
  expect(app.bodies('DELETE /api/follows/artist/a1')).toHaveLength(1);
});

it('stops the email summaries after a confirmation, without signing in', async () => {
  const app = renderApp('/unsubscribe#token-1', { 'POST /api/notifications/unsubscribe': { detail: '' } });
  const button = await screen.findByRole('button', { name: 'Stop summaries' });
  expect(app.bodies('POST /api/notifications/unsubscribe')).toHaveLength(0);
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'Email summaries stopped' })).toBeTruthy();
});

it('groups by the reader’s days', () => {
  const now = new Date(2026, 2, 14, 9);
  const at = (day: number, hour: number) => ({ createdAt: new Date(2026, 2, day, hour).toISOString() });
  expect(byDay([at(14, 8), at(14, 1), at(13, 23), at(9, 5)], now).map(({ name, items }) => [name, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Monday, March 9', 1],
  ]);
});
