import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';
import { asOperator } from './testing';

const unmatched = {
  id: 'p1',
  service: 'kofi',
  kind: 'payment',
  money: { amount: 700, currency: 'USD' },
  refunded: 0,
  tier: 'Gold',
  interval: 'month',
  at: '2026-11-01T12:00:00Z',
  email: 'lovelace@example.com',
  accountId: null,
  planId: null,
  matchedAt: null,
};
const matched = { ...unmatched, id: 'p2', email: 'bob@example.com', accountId: 'u3', planId: 'premium', matchedAt: '2026-11-02T12:00:00Z' };
const ada = { id: 'u2', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'listener' };
const ASSIGN = 'POST /api/admin/premium/payments/p1/assign';

const show = (search = '', answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/premium?tab=payments${search}`, {
    ...asOperator,
    'GET /api/admin/premium/payments': [unmatched, matched],
    'GET /api/users': [ada],
    ...answers,
  });

const asked = () => vi.mocked(globalThis.fetch).mock.calls.map(([input]) => String(input));

it('assigns a payment that matched nobody to a person', async () => {
  const app = show('', { [ASSIGN]: matched });
  const row = within(await screen.findByRole('row', { name: /lovelace@example.com/ }));
  for (const text of ['$7.00', 'Ko-fi', 'Gold', 'Not matched']) expect(row.getByText(text)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /bob@example.com/ })).queryByRole('button')).toBeNull();
  await userEvent.click(row.getByRole('button', { name: 'Assign the payment of lovelace@example.com' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose a person.');
  await userEvent.type(dialog.getByLabelText('Find a person by name or email'), 'ada');
  await userEvent.click(await dialog.findByRole('button', { name: /Ada Lovelace/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(app.bodies(ASSIGN)).toEqual([{ accountId: 'u2' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('names the service, and says how much of a payment was given back', async () => {
  const part = { ...matched, id: 'p3', service: 'generic', email: 'part@example.com', refunded: 250 };
  const all = { ...matched, id: 'p4', service: 'btcpay', email: 'all@example.com', refunded: 700 };
  show('', { 'GET /api/admin/premium/payments': [part, all] });
  const row = within(await screen.findByRole('row', { name: /part@example.com/ }));
  for (const text of ['$7.00', '$2.50', 'Your own webhook']) expect(row.getByText(text)).toBeTruthy();
  const other = within(screen.getByRole('row', { name: /all@example.com/ }));
  for (const text of ['All of it', 'BTCPay Server']) expect(other.getByText(text)).toBeTruthy();
});

it('keeps the filter in the address, and says why a payment could not be assigned', async () => {
  const app = show('&matched=false', { [ASSIGN]: { status: 409, body: { detail: 'This payment belongs to somebody already.' } } });
  await screen.findByRole('row', { name: /lovelace@example.com/ });
  expect(asked()).toContain('/api/admin/premium/payments?at=0&limit=50&matched=false');
  await userEvent.click(screen.getByRole('button', { name: /Assign the payment/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Find a person by name or email'), 'ada');
  await userEvent.click(await dialog.findByRole('button', { name: /Ada Lovelace/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This payment belongs to somebody already.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Matched');
  await waitFor(() => expect(app.address()).toBe('/admin/premium?tab=payments&matched=true'));
});
