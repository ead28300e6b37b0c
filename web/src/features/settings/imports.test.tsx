import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/error';
import type { ImportReport } from '@/api/types';
import { uploadForm } from '@/api/upload';
import { renderApp } from '@/testing/app';
import { ACCOUNT } from './testing';

const LIST = 'GET /api/account/imports';

vi.mock('@/api/upload', () => ({ uploadForm: vi.fn() }));
const upload = vi.mocked(uploadForm);
beforeEach(() => upload.mockReset());

const report: ImportReport = {
  applied: false,
  plays: { total: 1300, new: 1200, known: 50, short: 0, undated: 0, notFound: 50 },
  likes: { total: 3, new: 0, known: 3, notFound: 0 },
  playlists: [{ name: 'Sun', found: 4, missing: 1, leftOut: 0, exists: false }],
  playlistsLeftOut: 0,
  missing: [{ text: 'Ana – Gone', plays: 50, reason: 'not-found' }],
  missingCount: 1,
};

const show = (answers = {}) => renderApp('/settings?tab=import', { ...ACCOUNT, 'GET /api/account/scrobbling': [], [LIST]: [], ...answers });

async function choose() {
  await userEvent.click(await screen.findByRole('button', { name: 'Import files' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import from another service' }));
  await userEvent.upload(dialog.getByLabelText('Choose files'), new File(['{}'], 'my_spotify_data.zip'));
  return dialog;
}

it('shows what would be imported, and imports it', async () => {
  upload.mockResolvedValueOnce(report).mockResolvedValueOnce({ ...report, applied: true });
  show();
  const dialog = await choose();
  expect((await dialog.findByRole('status')).textContent).toBe('This will be imported:1,200 plays1 playlist');
  expect(dialog.getByText('50 plays are in your history already.')).toBeTruthy();
  expect(within(dialog.getByRole('list', { name: '1 song not in the library' })).getByText(/Ana – Gone/).textContent).toBe(
    'Ana – Gone 50 plays',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(dialog.getByRole('status').textContent).toMatch(/^Imported:/));
  expect(upload.mock.calls.map(([path, form]) => [path, form.get('apply')])).toEqual([
    ['/api/account/imports', 'false'],
    ['/api/account/imports', 'true'],
  ]);
});

it('does not import what is not new', async () => {
  upload.mockResolvedValueOnce({ ...report, plays: { ...report.plays, new: 0 }, playlists: [] });
  show();
  const dialog = await choose();
  expect((await dialog.findByRole('status')).textContent).toBe('There is nothing to import from these files.');
  expect(dialog.getByRole('button', { name: 'Import' }).hasAttribute('disabled')).toBe(true);
});

it('says why a file is refused', async () => {
  upload.mockRejectedValueOnce(new ApiError(400, JSON.stringify({ detail: '“a.zip” is not an export.' }), ''));
  show();
  const dialog = await choose();
  expect((await dialog.findByRole('alert')).textContent).toBe('“a.zip” is not an export.');
});

it('takes an import back', async () => {
  const DELETE = 'DELETE /api/account/imports/01J';
  const app = show({
    [LIST]: [{ id: '01J', at: '2026-11-20T12:00:00Z', files: ['a.zip'], plays: 2, likes: 0, playlists: 1 }],
    [DELETE]: {},
  });
  expect(await screen.findByText(/^2 plays · 1 playlist · /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(app.bodies(DELETE)).toHaveLength(1));
});
