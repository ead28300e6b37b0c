import type { OfferedPlan, OwnMembership, OwnPremium } from '@/api/types';

const entitlements: OwnPremium['entitlements'] = [
  { name: 'lossless', kind: 'switch', unit: '', included: true, limit: null, used: null, resetsAt: null },
  {
    name: 'aiGenerations',
    kind: 'monthly',
    unit: 'pieces',
    included: true,
    limit: 20,
    used: 12,
    resetsAt: '2026-12-01T12:00:00Z',
  },
  { name: 'aiLength', kind: 'most', unit: 'seconds', included: true, limit: 300, used: null, resetsAt: null },
  { name: 'storage', kind: 'most', unit: 'megabytes', included: true, limit: null, used: 1536, resetsAt: null },
  { name: 'stations', kind: 'most', unit: 'stations', included: true, limit: 3, used: 1, resetsAt: null },
  { name: 'privateStations', kind: 'switch', unit: '', included: false, limit: null, used: null, resetsAt: null },
  { name: 'teleporting', kind: 'switch', unit: '', included: true, limit: null, used: null, resetsAt: null },
];

/** The plan of a person who has paid nothing, on a server without payments. */
export const onFree: OwnPremium = {
  plan: { id: 'free', name: 'Free', description: '', rank: 0 },
  status: 'free',
  source: null,
  startsAt: null,
  endsAt: null,
  trialEndsAt: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  interval: null,
  reason: '',
  unlimited: false,
  payments: { configured: false, portal: false },
  entitlements,
  family: { role: 'none', max: 0, members: [] },
  memberships: [],
};

export const aMembership = (change: Partial<OwnMembership> = {}): OwnMembership => ({
  id: 'm1',
  planId: 'premium',
  planName: 'Premium',
  source: 'stripe',
  status: 'active',
  startsAt: '2026-11-01T12:00:00Z',
  endsAt: '2026-12-20T12:00:00Z',
  interval: 'month',
  ...change,
});

/** The plan of a person who pays. */
export const onPremium: OwnPremium = {
  ...onFree,
  plan: { id: 'premium', name: 'Premium', description: 'Everything.', rank: 100 },
  status: 'active',
  source: 'stripe',
  startsAt: '2026-11-01T12:00:00Z',
  endsAt: '2026-12-20T12:00:00Z',
  interval: 'month',
  payments: { configured: true, portal: true },
  memberships: [aMembership()],
};

const grants: OfferedPlan['grants'] = {
  lossless: true,
  downloads: true,
  aiGenerations: 20,
  aiLength: 300,
  automixMinutes: 120,
  storage: null,
  stations: 3,
  privateStations: false,
  streams: 3,
  recordingLength: 240,
  earlyMixes: false,
};

const free: OfferedPlan = {
  id: 'free',
  name: 'Free',
  description: '',
  rank: 0,
  prices: { month: null, year: null },
  trialDays: 0,
  familyMembers: 0,
  grants,
};

export const PLANS: OfferedPlan[] = [
  free,
  {
    ...free,
    id: 'premium',
    name: 'Premium',
    rank: 100,
    prices: { month: { amount: 500, currency: 'EUR' }, year: { amount: 5000, currency: 'EUR' } },
    trialDays: 14,
    familyMembers: 5,
    grants: { ...grants, aiGenerations: null, storage: 51_200, streams: 10, aiLength: 600, privateStations: true, earlyMixes: true },
  },
];
