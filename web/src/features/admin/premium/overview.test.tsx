import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { asOperator } from './testing';

const figures = {
  mrr: [
    { amount: 125_050, currency: 'EUR' },
    { amount: 500, currency: 'JPY' },
  ],
  subscribers: 251,
  trials: 12,
  pastDue: 3,
  new30d: 40,
  churn30d: 7,
  plans: [
    { id: 'free', name: 'Free', people: 1800 },
    { id: 'premium', name: 'Premium', people: 260 },
  ],
  revenue: [
    { month: '2026-09-01T00:00:00Z', amount: 90_000, currency: 'EUR' },
    { month: '2026-11-01T00:00:00Z', amount: 125_050, currency: 'EUR' },
  ],
  other: [],
  unstated: 0,
};

const show = (answer: object) => renderApp('/admin/premium', { ...asOperator, 'GET /api/admin/premium/figures': answer });

it('sums up who pays and what comes in, with a table behind the chart', async () => {
  show(figures);
  expect(await screen.findByText('€1,250.50 · ¥500')).toBeTruthy();
  for (const figure of ['251', '12', '3', '40', '7']) expect(screen.getByText(figure)).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'People per plan' })).getByText('1,800')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'September 2026: €900.00' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'October 2026: €0.00' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'As a table' }));
  expect(within(screen.getByRole('row', { name: /November 2026/ })).getByText('€1,250.50')).toBeTruthy();
});

it('says that nobody has paid instead of an empty chart', async () => {
  show({ ...figures, mrr: [], revenue: [] });
  expect(await screen.findByText('Nobody has paid for a plan in the last 12 months.')).toBeTruthy();
  expect(screen.queryByRole('listbox', { name: /Revenue in/ })).toBeNull();
});

it('tells apart what was paid for no plan and what cannot be summed up', async () => {
  show({ ...figures, other: [{ amount: 4_250, currency: 'USD' }], unstated: 2 });
  expect(await screen.findByText(/\$42.50 of the last 12 months belongs to no plan.*2 payments are in no sum/)).toBeTruthy();
});
