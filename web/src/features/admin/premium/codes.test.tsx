import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as files from '@/lib/save-file';
import { renderApp } from '@/testing/app';
import { asOperator } from './testing';

const batch = {
  id: 'b1',
  planId: 'premium',
  count: 10,
  uses: 2,
  redeemed: 3,
  days: 30,
  endsAt: null,
  expiresAt: '2027-01-31T12:00:00Z',
  note: 'Festival',
  createdAt: '2026-11-01T12:00:00Z',
  revokedAt: null,
};
const old = { ...batch, id: 'b2', note: '', days: null, expiresAt: null, revokedAt: '2026-11-02T12:00:00Z' };
const POST = 'POST /api/admin/premium/codes';

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/premium?tab=codes', { ...asOperator, 'GET /api/admin/premium/codes': [batch, old], ...answers });

it('shows codes once, to copy and as a file, and the batches without them', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const app = show({ [POST]: { ...batch, codes: ['AAAA-1111', 'BBBB-2222'] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Make codes' }));
  const form = within(await screen.findByRole('dialog', { name: 'Make codes' }));
  await form.findByRole('option', { name: 'Premium' });
  const number = form.getByLabelText('Number of codes');
  await userEvent.clear(number);
  await userEvent.type(number, '2');
  await userEvent.type(form.getByLabelText('Note'), 'Festival');
  await userEvent.click(form.getByRole('button', { name: 'Make codes' }));
  const made = within(await screen.findByRole('dialog', { name: '2 codes made' }));
  expect(app.bodies(POST)).toEqual([{ planId: 'premium', count: 2, uses: 1, days: 30, note: 'Festival' }]);
  expect(made.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AAAA-1111', 'BBBB-2222']);
  const copy = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } });
  made.getByRole('button', { name: 'Copy' }).click();
  expect(copy).toHaveBeenCalledWith('AAAA-1111\nBBBB-2222');
  made.getByRole('button', { name: 'Download CSV' }).click();
  expect(save.mock.calls[0]?.[0]).toMatch(/^sonora-codes-[\d-]+\.csv$/);
  expect(save.mock.calls[0]?.[1]).toBe('\uFEFFCode\r\nAAAA-1111\r\nBBBB-2222\r\n');
  await userEvent.keyboard('{Escape}'); // what cannot be shown again does not close by a slip
  expect(screen.getByText('AAAA-1111')).toBeTruthy();
  await userEvent.click(made.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByText('AAAA-1111')).toBeNull());
});

it('makes codes for a plan until a day', async () => {
  const app = show({ [POST]: { status: 400, body: { endsAt: ['Enter a time in the future.'] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Make codes' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByRole('option', { name: 'Premium' });
  await userEvent.selectOptions(form.getByLabelText('Plan for'), 'Until a day');
  await userEvent.type(form.getByLabelText('Last day'), '2020-05-01');
  await userEvent.type(form.getByLabelText('Can be redeemed until'), '2020-04-01');
  await userEvent.click(form.getByRole('button', { name: 'Make codes' }));
  expect((await form.findByRole('alert')).textContent).toBe('Enter a time in the future.');
  expect(app.bodies(POST)).toEqual([
    {
      planId: 'premium',
      count: 10,
      uses: 1,
      note: '',
      endsAt: new Date('2020-05-01T23:59:59').toISOString(),
      expiresAt: new Date('2020-04-01T23:59:59').toISOString(),
    },
  ]);
});

it('lists batches, and revokes one that is not revoked yet', async () => {
  const app = show({ 'DELETE /api/admin/premium/codes/b1': {} });
  const row = await screen.findByRole('row', { name: /Festival/ });
  for (const text of ['30 days', '3 of 20', 'January 31, 2027', '10 codes']) expect(within(row).getByText(text)).toBeTruthy();
  const other = within(screen.getByRole('row', { name: /Without a note/ }));
  for (const text of ['Without end', 'Always', 'Revoked']) expect(other.getByText(text)).toBeTruthy();
  expect(other.queryByRole('button')).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: 'Revoke Festival?' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(app.bodies('DELETE /api/admin/premium/codes/b1')).toHaveLength(1));
});
