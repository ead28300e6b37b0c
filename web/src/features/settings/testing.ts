import type { Device, Security } from '@/api/types';

export const member = {
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  bio: 'I count.',
  location: '',
  website: '',
  phoneNumber: '',
  dateOfBirth: null,
  isPrivate: false,
  emailNotifications: true,
  pushNotifications: true,
  profileImageUrl: null,
  authProvider: null,
  createdAt: '2025-03-01T12:00:00Z',
  role: 'listener',
};

export const security: Security = {
  hasPassword: true,
  totp: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  identities: [],
  factorRequired: false,
  factorDueAt: null,
  isVerified: true,
  pendingEmail: null,
  deleteAt: null,
};

const device: Device = {
  id: 's1',
  current: true,
  name: '',
  device: 'Firefox on Linux',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  address: '10.0.0.1',
  createdAt: '2026-11-20T12:00:00Z',
  lastUsedAt: '2026-11-21T12:00:00Z',
};

/** The server's responses about a member's account. */
export const ACCOUNT = {
  'GET /api/auth/user': member,
  'GET /api/account/security': security,
  'GET /api/account/sessions': [device, { ...device, id: 's2', current: false, device: 'Safari on iPhone', userAgent: 'iPhone' }],
  'GET /api/account/api-keys': [],
  'GET /api/account/webhooks': [],
  'GET /api/account/events': [
    {
      at: '2026-11-21T12:00:00Z',
      kind: 'signed_in',
      actor: 'you',
      device: 'Firefox on Linux',
      userAgent: '',
      address: '10.0.0.1',
      detail: 'password',
    },
    { at: '2026-11-20T12:00:00Z', kind: 'role_changed', actor: 'operator', device: '', userAgent: '', address: '', detail: 'creator' },
    { at: '2026-11-19T12:00:00Z', kind: 'moon_landed', actor: 'you', device: '', userAgent: '', address: '', detail: '' },
  ],
  'GET /api/account/export': [],
};
