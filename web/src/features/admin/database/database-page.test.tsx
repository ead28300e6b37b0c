import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const never = { state: 'never', progress: 0, endedAt: null, retryAt: null, error: '', problems: [], freed: 0 };
const database = {
  engine: 'sqlite',
  engineVersion: '3.50.4',
  size: 4_200_000,
  schema: 14,
  migratedAt: '2026-11-01T12:00:00Z',
  backups: { place: '/srv/backups', encrypted: false, frequency: 'daily', nextAt: '2126-11-29T03:00:00Z', canRestore: true },
  backup: never,
  check: never,
  compact: never,
};
const backup = {
  id: 'sonora-20261128-030000-daily.tar.zst.age',
  kind: 'daily',
  createdAt: '2026-11-28T03:00:00Z',
  verifiedAt: '2026-11-28T03:00:09Z',
  size: 1_500_000,
  checksum: 'sha256:00',
  encrypted: true,
  secretKey: true,
  engine: 'sqlite',
  program: '1.0.0',
  rows: 1200,
  pictures: 2,
  uploads: 3,
  uploadBytes: 9_000_000,
};

const show = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/admin/database', {
    'GET /api/auth/user': admin,
    'GET /api/admin/database': database,
    'GET /api/admin/backups': [backup],
    'GET /api/admin/database/tables': [
      { name: 'account', rows: 12, estimate: false, size: null },
      { name: 'play', rows: 2_000_000, estimate: true, size: 9_000_000 },
    ],
    'GET /api/admin/database/slow-statements': [],
    ...answers,
  });
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the database', () => {
  it('shows its backups, tables and slow statements', async () => {
    show({
      'GET /api/admin/database/slow-statements': [
        { text: 'select ?', count: 3, averageMs: 300, longestMs: 1200, lastAt: '2026-11-28T03:00:00Z' },
      ],
    });
    expect(await screen.findByText('SQLite 3.50.4')).toBeTruthy();
    const list = await screen.findByRole('list', { name: 'Backups' });
    expect(within(list).getByText(/1,?200 rows · 3 uploads listed/)).toBeTruthy();
    expect(within(list).getByText('Encrypted')).toBeTruthy();
    const link = within(list).getByRole('link', { name: /^Download the backup of/ });
    expect(link.getAttribute('href')).toContain(`/api/admin/backups/${backup.id}/file`);
    expect((await screen.findByRole('table', { name: 'Tables' })).textContent).toContain('about 2,000,000');
    expect((await screen.findByRole('table', { name: 'Slow statements' })).textContent).toContain('1,200 ms');
  });

  it('is backed up now, and as often as chosen', async () => {
    const app = show({ 'POST /api/admin/backups': {}, 'PATCH /api/admin/settings': {} });
    await userEvent.click(await button('Back up now'));
    await waitFor(() => expect(toasts()).toContain('The backup has started'));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'How often' }), 'Hourly');
    await waitFor(() => expect(app.bodies('PATCH /api/admin/settings')).toEqual([{ backupFrequency: 'hourly' }]));
  });

  it('says what runs and why a backup failed', async () => {
    show({
      'GET /api/admin/database': {
        ...database,
        backup: { ...never, state: 'waiting', error: 'There is no room for the backup.', retryAt: '2026-11-28T03:10:00Z' },
        check: { ...never, state: 'done', endedAt: '2026-11-28T03:00:00Z', problems: ['row 7 missing from index play_at'] },
        compact: { ...never, state: 'running' },
      },
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(/The last backup failed.*no room.*tried again at/);
    expect(screen.getByText('row 7 missing from index play_at')).toBeTruthy();
    expect(screen.getByText('Running')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Free unused space' })).toHaveProperty('disabled', true);
  });

  it('is restored after a word was typed, and a wrong key is refused at its field', async () => {
    const POST = `POST /api/admin/backups/${backup.id}/restore`;
    const app = show({
      [POST]: { status: 400, body: { detail: 'This key does not open the backup.', key: ['This key does not open the backup.'] } },
    });
    await userEvent.click(await button(/^Restore the backup of/));
    const dialog = within(await screen.findByRole('dialog'));
    const restore = dialog.getByRole('button', { name: 'Restore' });
    expect(restore).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText('Passphrase or secret key'), 'somebody else');
    await userEvent.type(dialog.getByLabelText('Type restore to confirm'), 'restore');
    await userEvent.click(restore);
    expect((await dialog.findByRole('alert')).textContent).toBe('This key does not open the backup.');
    expect(app.bodies(POST)).toEqual([{ key: 'somebody else' }]);
  });

  it.each([true, false])('says before a restore that secret.key is missing (in the backup: %s)', async (secretKey) => {
    show({ 'GET /api/admin/backups': [{ ...backup, secretKey }] });
    await userEvent.click(await button(/^Restore the backup of/));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/^This backup does not contain secret.key/) === null).toBe(secretKey);
  });

  it('cannot be restored here where several servers share it', async () => {
    show({ 'GET /api/admin/database': { ...database, backups: { ...database.backups, canRestore: false } } });
    expect(await screen.findByText(/stop them all and run/)).toBeTruthy();
    await screen.findByRole('list', { name: 'Backups' });
    expect(screen.queryByRole('button', { name: /^Restore the backup of/ })).toBeNull();
  });

  it('has its connection tested, is checked, and loses a backup', async () => {
    const app = show({
      'POST /api/admin/database/test': { ok: true, latencyMs: 0.4, error: '' },
      'POST /api/admin/database/check': {},
      [`DELETE /api/admin/backups/${backup.id}`]: {},
    });
    await userEvent.click(await button('Test the connection'));
    expect(await screen.findByText('Answered in 0.4 ms')).toBeTruthy();
    await userEvent.click(await button('Check for damage'));
    await waitFor(() => expect(app.bodies('POST /api/admin/database/check')).toHaveLength(1));
    await userEvent.click(await button(/^Delete the backup of/));
    await userEvent.type(within(await screen.findByRole('dialog')).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
    await waitFor(() => expect(toasts()).toContain('Backup deleted'));
  });
});
