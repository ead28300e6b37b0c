import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const person = {
  id: 'u2',
  name: 'Ben',
  bio: '',
  location: '',
  website: '',
  profileImageUrl: null,
  joinedAt: '2025-03-01T12:00:00Z',
  isPrivate: false,
  isSelf: false,
  likedSongs: [],
};
const show = (answers: Parameters<typeof renderApp>[1]) =>
  renderApp('/users/u2', {
    'GET /api/auth/user': { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: '', role: 'listener', profileImageUrl: null },
    'GET /api/users/u2': person,
    'GET /api/follows/person/u2': { following: false, followers: 2 },
    ...answers,
  });

it('follows at once, and updates the count', async () => {
  const app = show({ 'PUT /api/follows/person/u2': { following: true, followers: 3 } });
  const button = await screen.findByRole('button', { name: 'Follow Ben' });
  expect([button.getAttribute('aria-pressed'), screen.getByText('2 followers')]).toEqual(['false', expect.anything()]);
  await userEvent.click(button);
  expect(await screen.findByText('3 followers')).toBeTruthy();
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(app.bodies('PUT /api/follows/person/u2')).toHaveLength(1);
});

it('reverts if the server refuses', async () => {
  show({ 'PUT /api/follows/person/u2': { status: 409, body: { detail: 'You have reached the maximum number of follows.' } } });
  const button = await screen.findByRole('button', { name: 'Follow Ben' });
  await userEvent.click(button);
  expect(await screen.findByText('You have reached the maximum number of follows.')).toBeTruthy();
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
});
