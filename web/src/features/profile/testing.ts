import { aTrack } from '@/testing/pages';

/** A member with every field filled in. */
export const ada = {
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  bio: 'I count.',
  location: 'London',
  website: 'https://ada.example/notes',
  phoneNumber: '+44 20 7946 0000',
  dateOfBirth: '1990-12-10',
  isPrivate: false,
  emailNotifications: true,
  pushNotifications: true,
  profileImageUrl: null,
  authProvider: null,
  createdAt: '2025-03-01T12:00:00Z',
  role: 'listener',
  isVerified: true,
  pendingEmail: null,
  deleteAt: null,
};

/** The server's responses about a member's own profile. */
export const PROFILE = {
  'GET /api/auth/user': ada,
  'GET /api/user/stats': { likedSongs: 8, playlists: 0, listenedSeconds: 5400 },
  'GET /api/liked-tracks': Array.from({ length: 8 }, (_, i) => aTrack(`t${i + 1}`, { liked: true })),
  'GET /api/user/activity': [
    { kind: 'liked', at: '2026-11-20T12:00:00Z', track: aTrack('t9') },
    { kind: 'dreamt', at: '2026-11-19T12:00:00Z', track: aTrack('t8') },
    { kind: 'joined', at: '2025-03-01T12:00:00Z', track: null },
  ],
};
