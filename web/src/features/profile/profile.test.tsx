import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { aTrack } from '@/testing/pages';
import { ada, PROFILE } from './testing';
import { spoken, webAddress } from './website';

const show = (change: Record<string, unknown> = {}, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/profile', { ...PROFILE, 'GET /api/auth/user': { ...ada, ...change }, ...answers });

const stat = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

describe('your own profile', () => {
  it('shows the person’s name and bio', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy();
    const header = within(document.querySelector('[data-slot=profile-header]') as HTMLElement);
    for (const text of ['ada@example.com', 'I count.', 'London', 'Joined March 1, 2025', 'Music Lover'])
      expect(header.getByText(text)).toBeTruthy();
    const website = header.getByRole('link', { name: 'ada.example/notes' });
    expect(website.getAttribute('href')).toBe('https://ada.example/notes');
    expect(website.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(screen.queryByText('Private Profile')).toBeNull();
    expect(screen.queryByText(/Connected via/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  });

  it('shows badges for the provider and for privacy', async () => {
    show({ authProvider: 'google', isPrivate: true });
    expect(await screen.findByText('Connected via Google')).toBeTruthy();
    expect(screen.getByText('Private Profile')).toBeTruthy();
  });

  it('links only web pages', async () => {
    show({ website: 'javascript:alert(1)' });
    expect(await screen.findByText('javascript:alert(1)')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
  });

  it('counts likes, playlists and hours of listening', async () => {
    show({}, { 'GET /api/user/stats': { likedSongs: 8, playlists: 3, listenedSeconds: 86_400 } });
    await screen.findByText('Listening time this week');
    expect([stat('Liked songs'), stat('Playlists'), stat('Listening time this week')]).toEqual(['8', '3', '24h']);
  });

  it('starts empty, and says so', async () => {
    show(
      {},
      {
        'GET /api/user/stats': { likedSongs: 0, playlists: 0, listenedSeconds: 0 },
        'GET /api/liked-tracks': [],
        'GET /api/user/activity': [{ kind: 'joined', at: ada.createdAt, track: null }],
      },
    );
    await screen.findByText('Listening time this week');
    expect([stat('Liked songs'), stat('Playlists'), stat('Listening time this week')]).toEqual(['0', '0', '0h']);
    expect(await screen.findByText('No liked songs yet')).toBeTruthy();
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });

  it('shows six liked songs and the activity', async () => {
    show();
    await waitFor(() => expect(document.querySelectorAll('[data-slot=track-card]')).toHaveLength(6));
    const activity = within(screen.getByRole('region', { name: 'Recent Activity' }));
    expect(activity.getByRole('link', { name: 'Title t9' }).getAttribute('href')).toBe('/tracks/t9');
    expect(activity.getByText(/^Liked ·/)).toBeTruthy();
    expect(activity.getByText('Joined Sonora')).toBeTruthy();
    expect(activity.queryByText(/dreamt/)).toBeNull();
  });

  it('is not for visitors', async () => {
    renderApp('/profile', {});
    expect(await screen.findByText('Get Started Free')).toBeTruthy();
  });
});

describe('another person’s profile', () => {
  const grace = {
    id: 'u2',
    name: 'Grace Hopper',
    bio: '',
    location: 'Arlington',
    website: '',
    profileImageUrl: null,
    joinedAt: ada.createdAt,
    isPrivate: false,
    isSelf: false,
    likedSongs: [aTrack('t1')],
  };

  it('shows what they share', async () => {
    renderApp('/users/u2', { 'GET /api/auth/user': ada, 'GET /api/users/u2': grace });
    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeTruthy();
    expect(screen.getByText('Arlington')).toBeTruthy();
    expect(document.querySelectorAll('[data-slot=track-card]')).toHaveLength(1);
    expect(document.title).toBe('Grace Hopper | Sonora');
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull();
  });

  it('is not found if it is private or unknown', async () => {
    renderApp('/users/u3', { 'GET /api/auth/user': ada });
    expect(await screen.findByText('Profile not found')).toBeTruthy();
  });
});

describe('web addresses', () => {
  it.each([
    ['https://ada.example', 'https://ada.example/'],
    ['http://ada.example/x', 'http://ada.example/x'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ada.example', null],
    ['', null],
  ])('%s leads to %s', (text, href) => expect(webAddress(text)).toBe(href));

  it('are shown without the scheme', () => expect(spoken('https://ada.example/')).toBe('ada.example'));
});
