import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '@/testing/app';
import { asOperator } from './testing';

const ada = { id: 'u2', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'listener' };
const granted = {
  id: 'm1',
  accountId: 'u2',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  planId: 'premium',
  planName: 'Premium',
  source: 'grant',
  status: 'active',
  interval: null,
  price: null,
  startsAt: '2026-11-01T12:00:00Z',
  endsAt: null,
  stopsAt: null,
  reason: 'Helps with the stations',
  grantedBy: 'u1',
  reference: '',
};
const paid = {
  ...granted,
  id: 'm2',
  name: '',
  email: 'bob@example.com',
  source: 'stripe',
  status: 'past_due',
  interval: 'month',
  price: { amount: 500, currency: 'EUR' },
  endsAt: '2026-12-01T12:00:00Z',
  stopsAt: '2026-12-08T12:00:00Z',
  reason: '',
  reference: 'sub_1',
};
const POST = 'POST /api/admin/premium/memberships';

const show = (search = '', answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/premium?tab=memberships${search}`, {
    ...asOperator,
    'GET /api/admin/premium/memberships': [granted, paid],
    'GET /api/users': [ada],
    ...answers,
  });

const asked = () => vi.mocked(globalThis.fetch).mock.calls.map(([input]) => String(input));
const details = async (name: string) => {
  await userEvent.click(within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('rowheader'));
  return within(await screen.findByRole('dialog', { name }));
};

beforeEach(() => localStorage.clear());

it('lists who has a plan and why, and asks the server for what the address says', async () => {
  const app = show('&q=ada&status=active&plan=premium&sort=ends&page=2');
  await waitFor(() =>
    expect(asked().some((url) => /memberships\?.*q=ada.*sort=ends.*status=active.*plan=premium.*at=50/.test(url))).toBe(true),
  );
  await app.go('/admin/premium?tab=memberships');
  const bob = await screen.findByRole('row', { name: /bob@example.com/ });
  for (const text of ['Premium', 'Stripe', 'Past due', 'December 1, 2026']) expect(within(bob).getByText(text)).toBeTruthy();
});

it('shows a membership in the side sheet', async () => {
  show();
  const sheet = await details('bob@example.com');
  for (const text of ['€5.00 per month', 'sub_1']) expect(sheet.getByText(text)).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Open the person’s account' }).getAttribute('href')).toBe(
    '/admin/users?q=bob%40example.com&open=u2',
  );
});

it('grants a plan to a person who was found by name, until the end of a day', async () => {
  const app = show('', { [POST]: granted });
  await userEvent.click(await screen.findByRole('button', { name: 'Grant a plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Grant a plan' }));
  const plan = (await dialog.findByRole('option', { name: 'Premium' })).closest('select');
  await waitFor(() => expect(plan?.value).toBe('premium'));
  expect(dialog.queryByRole('option', { name: 'Free' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Grant' }));
  expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Choose a person.', 'Enter a reason.']);
  expect(app.bodies(POST)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Find a person by name or email'), 'ada');
  await userEvent.click(await dialog.findByRole('button', { name: /Ada Lovelace/ }));
  await userEvent.type(dialog.getByLabelText('Last day'), '2027-01-31');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Helps');
  await userEvent.click(dialog.getByRole('button', { name: 'Grant' }));
  await waitFor(() => expect(app.bodies(POST)).toHaveLength(1));
  expect(app.bodies(POST)[0]).toEqual({
    accountId: 'u2',
    planId: 'premium',
    endsAt: new Date('2027-01-31T23:59:59').toISOString(),
    reason: 'Helps',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says why the server does not grant it, and keeps what was typed', async () => {
  show('', { [POST]: { status: 400, body: { endsAt: ['Enter a time in the future.'] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Grant a plan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'Premium' });
  await userEvent.type(dialog.getByLabelText('Find a person by name or email'), 'ada');
  await userEvent.click(await dialog.findByRole('button', { name: /Ada Lovelace/ }));
  await userEvent.type(dialog.getByLabelText('Last day'), '2020-01-31');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Helps');
  await userEvent.click(dialog.getByRole('button', { name: 'Grant' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter a time in the future.');
  expect((dialog.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Helps');
});

it('ends a membership after its name was typed and a reason given', async () => {
  const app = show('', { 'DELETE /api/admin/premium/memberships/m1': {} });
  await userEvent.click((await details('Ada Lovelace')).getByRole('button', { name: 'End membership' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End membership?' }));
  const end = dialog.getByRole('button', { name: 'End membership' }) as HTMLButtonElement;
  expect(end.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Type “Ada Lovelace” to confirm'), 'ada lovelace');
  await userEvent.click(end);
  expect(dialog.getByRole('alert').textContent).toBe('Enter a reason.');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Left the team');
  await userEvent.click(end);
  await waitFor(() => expect(app.bodies('DELETE /api/admin/premium/memberships/m1')).toHaveLength(1));
  expect(asked()).toContain('/api/admin/premium/memberships/m1?reason=Left+the+team');
});
