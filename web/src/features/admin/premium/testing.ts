import type { components } from '@/api/schema';

/** What the tests of this page share. */
type Plan = components['schemas']['AdminPlan'];

export const FREE_PLAN: Plan = {
  id: 'free',
  name: 'Free',
  description: '',
  rank: 0,
  prices: { month: null, year: null },
  trialDays: 0,
  familyMembers: 0,
  offered: true,
  version: 3,
  createdAt: '2026-11-01T12:00:00Z',
  updatedAt: '2026-11-01T12:00:00Z',
  grants: {
    lossless: true,
    downloads: true,
    aiGenerations: 20,
    aiLength: 300,
    automixMinutes: 120,
    storage: null,
    stations: 3,
    privateStations: true,
    streams: 3,
    recordingLength: 240,
    earlyMixes: false,
  },
};

export const PREMIUM_PLAN: Plan = {
  ...FREE_PLAN,
  id: 'premium',
  name: 'Premium',
  description: 'Everything',
  rank: 100,
  prices: { month: { amount: 500, currency: 'EUR' }, year: { amount: 5000, currency: 'EUR' } },
  trialDays: 14,
  familyMembers: 4,
  offered: false,
  version: 7,
  grants: {
    ...FREE_PLAN.grants,
    aiGenerations: null,
    aiLength: 600,
    automixMinutes: null,
    storage: 51_200,
    stations: 20,
    streams: 10,
    recordingLength: null,
    earlyMixes: true,
  },
};

export const asOperator = {
  'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
  'GET /api/admin/premium/plans': { plans: [FREE_PLAN, PREMIUM_PLAN] },
};
