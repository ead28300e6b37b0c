import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { asOperator } from './testing';

const PATH = '/api/admin/premium/reconciliation';
const here = { status: 'active', planId: 'premium', amount: 500, currency: 'EUR', interval: 'month', endsAt: '2027-01-31T12:00:00Z' };
const there = { ...here, status: 'ended' };
const one = { accountId: 'u2', email: 'ada@example.com', here, there, repair: 'sync', repaired: false };
const differences = [
  { ...one, kind: 'differs', subscription: 'sub_1' },
  { ...one, kind: 'missing', subscription: 'sub_2', here: null, there: here },
  { ...one, kind: 'unknown', subscription: 'sub_3', accountId: 'gone', email: '', here: null, there: here, repair: 'cancel' },
  { ...one, kind: 'absent', subscription: 'sub_4', there: null, repair: 'end', repaired: true },
];
const report = {
  configured: true,
  state: 'done',
  problem: null,
  at: '2026-11-29T12:00:00Z',
  by: 'Olga Operator',
  checked: 1200,
  found: 4,
  differences,
};

const show = (answer: object) =>
  renderApp('/admin/premium?tab=comparison', { ...asOperator, [`GET ${PATH}`]: answer, [`POST ${PATH}`]: answer });

it('says what each side has and what repairs it', async () => {
  const app = show(report);
  expect(await screen.findByText('3 open differences')).toBeTruthy();
  expect(screen.getByText(/^1,200 subscriptions compared on .* by Olga Operator\. 4 differences were found\.$/)).toBeTruthy();
  const differs = within(screen.getByRole('article', { name: /say different things/ }));
  expect(await differs.findByText('Premium · Active · €5.00 per month · paid until January 31, 2027')).toBeTruthy();
  expect(differs.getByText(/^Premium · Ended/)).toBeTruthy();
  expect(differs.getByRole('link', { name: 'ada@example.com' })).toBeTruthy();
  await userEvent.click(differs.getByRole('button', { name: 'Store: sub_1' }));
  await waitFor(() => expect(app.bodies(`POST ${PATH}`)).toEqual([{ repair: ['sub_1'] }]));
});

it('says how many differences there are besides those that are listed', async () => {
  show({ ...report, found: 1500 });
  expect(await screen.findByText(/1,500 differences were found\. Only the first 4 are listed here\.$/)).toBeTruthy();
});

it('repairs at once only what stores something, and asks before it cancels', async () => {
  const app = show(report);
  await userEvent.click(await screen.findByRole('button', { name: 'Store what Stripe says about 2 subscriptions' }));
  await waitFor(() => expect(app.bodies(`POST ${PATH}`)).toEqual([{ repair: ['sub_1', 'sub_2'] }]));
  const unknown = within(screen.getByRole('article', { name: /no account here/ }));
  expect(unknown.getByText('Nothing')).toBeTruthy();
  await userEvent.click(unknown.getByRole('button', { name: 'Cancel at Stripe: sub_3' }));
  expect(app.bodies(`POST ${PATH}`)).toHaveLength(1);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel at Stripe' }));
  await waitFor(() => expect(app.bodies(`POST ${PATH}`)[1]).toEqual({ repair: ['sub_3'] }));
  const absent = within(screen.getByRole('article', { name: /^This server has/ }));
  expect(absent.queryByRole('button')).toBeNull();
});

it('asks before it ends what was bought for an account that was erased', async () => {
  const erased = { ...one, kind: 'erased', subscription: 'sub_5', email: '', here: null, there: here };
  const app = show({ ...report, found: 1, differences: [erased] });
  await userEvent.click(await screen.findByRole('button', { name: 'End and refund: sub_5' }));
  expect(app.bodies(`POST ${PATH}`)).toEqual([]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End and refund' }));
  await waitFor(() => expect(app.bodies(`POST ${PATH}`)).toEqual([{ repair: ['sub_5'] }]));
});

it('says how a comparison stands that has not succeeded', async () => {
  show({ ...report, state: 'waiting', problem: 'unreachable', at: null, by: '', checked: 0, found: 0, differences: [] });
  expect(await screen.findByText(/The server tries again by itself/)).toBeTruthy();
  expect(screen.getByText(/Stripe does not answer now. Plans that people have paid for go on working/)).toBeTruthy();
  expect(screen.getByText('Nothing has been compared yet.')).toBeTruthy();
  expect(screen.queryByText('Stripe and this server agree.')).toBeNull();
});

it('leads to the keys if Stripe does not accept the one of the server', async () => {
  show({ ...report, state: 'failed', problem: 'key_refused' });
  expect(await screen.findByText(/Stripe does not accept this server’s key/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Enter keys' }).getAttribute('href')).toBe('/admin/settings?tab=keys');
});

it('tells that there is nothing to compare without a payment provider', async () => {
  show({ ...report, configured: false, state: 'none', at: null, by: '', checked: 0, differences: [] });
  expect(await screen.findByText('No payment provider is connected')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Enter keys' }).getAttribute('href')).toBe('/admin/settings?tab=keys');
  expect(screen.queryByRole('button', { name: 'Compare now' })).toBeNull();
});
