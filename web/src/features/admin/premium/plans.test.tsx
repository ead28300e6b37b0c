import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { bodyOf, draftOf } from './plan-draft';
import { asOperator, FREE_PLAN, PREMIUM_PLAN } from './testing';

const PUT = 'PUT /api/admin/premium/plans/premium';
const own = { ...PREMIUM_PLAN, id: 'p3', name: 'Friends', rank: 200, prices: { month: null, year: null }, version: 4 };

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/premium?tab=plans', {
    ...asOperator,
    'GET /api/admin/premium/plans': { plans: [FREE_PLAN, PREMIUM_PLAN, own] },
    ...answers,
  });

const edit = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return screen.findByRole('dialog', { name: `Edit ${name}` });
};

it('lists the plans with their prices', async () => {
  show();
  const row = await screen.findByRole('row', { name: /^Premium/ });
  for (const text of ['€5.00 per month · €50.00 per year', '14 days', '100', 'Not offered'])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Premium?' })).toBeNull(); // it cannot be deleted
  expect(screen.getByRole('button', { name: 'Delete Friends?' })).toBeTruthy();
});

it('saves a plan as it was read, with what the operator changed', async () => {
  const app = show({ [PUT]: PREMIUM_PLAN });
  const dialog = within(await edit('Premium'));
  await userEvent.click(dialog.getByRole('switch', { name: 'Lossless audio' }));
  const storage = dialog.getByLabelText('Storage in MB');
  await userEvent.clear(storage);
  await userEvent.type(storage, '1000');
  await userEvent.click(dialog.getByRole('switch', { name: 'No limit: AI pieces per month' }));
  await userEvent.type(dialog.getByLabelText('AI pieces per month'), '40');
  await userEvent.click(dialog.getByRole('switch', { name: 'No limit: Radio stations' }));
  const price = dialog.getByLabelText('Per month');
  await userEvent.clear(price);
  await userEvent.type(price, '6,50');
  await userEvent.click(dialog.getByRole('switch', { name: 'Offered' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(PUT)).toHaveLength(1));
  const { id, version, createdAt, updatedAt, ...form } = PREMIUM_PLAN;
  expect(app.bodies(PUT)[0]).toEqual({
    ...form,
    offered: true,
    prices: { ...form.prices, month: { amount: 650, currency: 'EUR' } },
    grants: { ...form.grants, lossless: false, storage: 1000, aiGenerations: 40, stations: null },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the sentence of the server if somebody else has changed the plan, and then the newest version', async () => {
  const sentence = 'This was changed in the meantime.';
  const answers: Parameters<typeof renderApp>[1] = {
    [PUT]: { status: 412, body: { code: 'changed', detail: sentence } },
    'GET /api/admin/premium/plans/premium': { ...PREMIUM_PLAN, name: 'Gold', version: 8 },
  };
  const app = show(answers);
  const dialog = within(await edit('Premium'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  await userEvent.click(dialog.getByRole('button', { name: 'Show the newest version' }));
  await waitFor(() => expect((dialog.getByLabelText('Name') as HTMLInputElement).value).toBe('Gold'));
  expect(dialog.queryByRole('alert')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.bodies(PUT)).toHaveLength(2));
  const sent = (globalThis.fetch as unknown as { mock: { calls: [string, RequestInit?][] } }).mock.calls.filter(
    ([, init]) => init?.method === 'PUT',
  );
  expect(sent.map(([, init]) => new Headers(init?.headers).get('If-Match'))).toEqual(['"7"', '"8"']);
});

it('does not send a price that is no amount, and shows what the server refuses', async () => {
  const app = show({ [PUT]: { status: 400, body: { prices: ['There is no currency EUX. Enter a code such as EUR.'] } } });
  const dialog = within(await edit('Premium'));
  const price = dialog.getByLabelText('Per year');
  await userEvent.clear(price);
  await userEvent.type(price, 'five');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toContain('such as 5.00');
  expect(app.bodies(PUT)).toEqual([]);
  await userEvent.clear(price);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('no currency EUX');
});

it('keeps price, rank and trial away from the plan that everybody has', async () => {
  show();
  const dialog = within(await edit('Free'));
  for (const label of ['Rank', 'Per month', 'Trial in days']) expect(dialog.queryByLabelText(label)).toBeNull();
  expect(dialog.getByLabelText('Radio stations')).toBeTruthy();
});

it('adds a plan with what everybody has, and deletes one whose name was typed', async () => {
  const app = show({ 'POST /api/admin/premium/plans': own, 'DELETE /api/admin/premium/plans/p3': {} });
  await userEvent.click(await screen.findByRole('button', { name: 'New plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New plan' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Crew');
  await userEvent.click(dialog.getByRole('button', { name: 'Add plan' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/premium/plans')).toHaveLength(1));
  expect(app.bodies('POST /api/admin/premium/plans')[0]).toMatchObject({
    name: 'Crew',
    rank: 210,
    grants: FREE_PLAN.grants,
    offered: false,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Delete Friends?' }));
  await userEvent.type(await screen.findByLabelText('Type “Friends” to confirm'), 'friends');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(app.bodies('DELETE /api/admin/premium/plans/p3')).toHaveLength(1));
});

it('sends a plan that nobody changed as it came', () => {
  const { id, version, createdAt, updatedAt, ...form } = PREMIUM_PLAN;
  expect(bodyOf(draftOf(PREMIUM_PLAN))).toEqual(form);
});
