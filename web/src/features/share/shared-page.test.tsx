import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Shared } from '@/api/types';
import { onFree } from '@/features/premium/testing';
import { renderApp } from '@/testing/app';

const SHARED = 'GET /api/shared/L1';
const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
const member = { id: 'u1', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'listener', createdAt: '2025-03-01' };

const early: Shared = {
  kind: 'mix',
  itemId: 'm1',
  title: 'Harbour',
  subtitle: 'Marta',
  sharedBy: 'Ben',
  coverUrl: '/api/shared/L1/cover',
  expiresAt: null,
  tracks: [],
  listenUrl: null,
  earlyUntil: later,
};
const planWith = (included: boolean) => ({
  'GET /api/auth/user': member,
  'GET /api/premium': {
    ...onFree,
    entitlements: [{ name: 'earlyMixes', kind: 'switch', unit: '', included, limit: null, used: null, resetsAt: null }],
  },
});

describe('the page of a link to a mix in early access', () => {
  it.each([
    ['a visitor', { 'GET /api/auth/user': { status: 401, body: {} } }],
    ['a person without early access', planWith(false)],
  ])('shows %s a lock with the reason, the day and the way to plans, and nothing to play', async (_, answers) => {
    renderApp('/s/L1', { [SHARED]: early, ...answers });
    expect(await screen.findByText(/^Early access until .*only people whose plan includes early access can play this mix\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Listen' })).toBeNull();
  });

  it('leads a person with early access to the mix, which plays for them', async () => {
    renderApp('/s/L1', { [SHARED]: early, ...planWith(true) });
    expect((await screen.findByRole('link', { name: 'Listen' })).getAttribute('href')).toBe('/mixes/m1');
    expect(screen.queryByText(/Early access until/)).toBeNull();
  });
});
