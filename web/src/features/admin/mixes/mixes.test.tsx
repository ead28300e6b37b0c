import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as files from '@/lib/save-file';
import { renderApp } from '@/testing/app';
import { bpmOf } from './bpm';

const mix = (id: string, change: object = {}) => ({
  id,
  title: `Set ${id}`,
  djName: 'Luz',
  category: 'Live',
  genre: 'House',
  description: 'From the harbour',
  bpm: 124.3,
  duration: 5400,
  fileSize: 82.4,
  format: 'MP3',
  playCount: 12,
  likes: 3,
  isActive: true,
  isPublic: true,
  audioUrl: `/api/mixes/${id}/stream`,
  coverImageUrl: null,
  tags: ['sunset'],
  uploadedAt: '2026-11-01T12:00:00Z',
  earlyUntil: null,
  ...change,
});
const THREE = [mix('1'), mix('2', { isActive: false, isPublic: false, djName: 'Sol', bpm: null }), mix('3', { title: '=2+3' })];
const SUMMARY = { total: 8, active: 6, plays: 1234, fileSize: 950.5, genres: ['House', 'Techno'], categories: ['Club', 'Live'] };
const BULK = 'POST /api/admin/mixes/bulk';

/** The addresses that the list was read from. */
let asked: URLSearchParams[] = [];

function show(search = '', answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp(`/admin/mixes${search}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/mixes': THREE,
    'GET /api/admin/mixes/summary': SUMMARY,
    ...answers,
  });
  const server = vi.mocked(globalThis.fetch);
  const answer = server.getMockImplementation();
  asked = [];
  server.mockImplementation((input, init) => {
    const url = new URL(String(input), 'http://sonora.test');
    if (url.pathname === '/api/admin/mixes' && (init?.method ?? 'GET') === 'GET') asked.push(url.searchParams);
    return (answer as typeof fetch)(input, init);
  });
  return app;
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';

beforeEach(() => localStorage.clear());

describe('the table of mixes', () => {
  it('shows each mix with its columns, and the figures of all of them', async () => {
    show();
    const second = await rowOf('Set 2');
    expect(headers().slice(1)).toEqual(['Mix', 'Category', 'BPM', 'Duration', 'Size', 'Plays', 'Likes', 'Status', 'Actions']);
    for (const text of ['Sol', 'Live', '—', '1h 30m', '82.4 MB', '12', '3', 'Inactive', 'Private'])
      expect(within(second).getByText(text)).toBeTruthy();
    for (const figure of ['8', '1,234', '950.5 MB', '75%']) expect(await screen.findByText(figure)).toBeTruthy();
  });

  it('keeps search, order, filters and page in the address, and asks the server for them', async () => {
    const app = show('?sort=title&page=2&category=Club');
    await rowOf('Set 1');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ sort: 'title', category: 'Club', at: '50', limit: '50' });
    await userEvent.click(screen.getByRole('button', { name: 'Likes' }));
    await waitFor(() => expect(app.address()).toBe('/admin/mixes?sort=-likes&category=Club'));
    await userEvent.selectOptions(screen.getByLabelText('Genre'), 'Techno');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'inactive');
    await userEvent.type(screen.getByLabelText('Search by title, DJ or genre'), 'luz');
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
        q: 'luz',
        sort: '-likes',
        category: 'Club',
        genre: 'Techno',
        status: 'inactive',
        at: '0',
        limit: '50',
      }),
    );
  });

  it('opens a side sheet with the keyboard, from which a mix is deactivated', async () => {
    const app = show('', { 'PUT /api/admin/mixes/2': mix('2') });
    await rowOf('Set 2');
    await userEvent.keyboard('jj{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Set 2' });
    for (const text of ['From the harbour', 'sunset', 'Sol']) expect(within(sheet).getByText(text)).toBeTruthy();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(app.bodies('PUT /api/admin/mixes/2')).toEqual([{ isActive: true }]));
  });

  it('deactivates mixes and takes it back, and deletes after a word was typed', async () => {
    const app = show('', { [BULK]: { done: ['1', '3'], unchanged: [], failed: [] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Set 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select =2+3' }));
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(toasts()).toContain('2 mixes deactivated'));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toasts()).toContain('Taken back'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Set 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete?' });
    await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delete{Enter}');
    await waitFor(() => expect(app.bodies(BULK)).toHaveLength(3));
    expect(app.bodies(BULK)).toEqual([
      { action: 'deactivate', ids: ['1', '3'] },
      { action: 'activate', ids: ['1', '3'] },
      { action: 'delete', ids: ['2'] },
    ]);
  });

  it('downloads what it shows, without formulas', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    show('?status=active');
    await rowOf('Set 1');
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(String(save.mock.calls[0]?.[1]).split('\r\n')).toEqual([
      '\uFEFFMix,Category,BPM,Duration,Size,Plays,Likes,Status',
      'Set 1,Live,124.3,5400,82.4,12,3,"Active, Public"',
      'Set 2,Live,,5400,82.4,12,3,"Inactive, Private"',
      `'=2+3,Live,124.3,5400,82.4,12,3,"Active, Public"`,
      '',
    ]);
  });
});

describe('the dialogs of mixes', () => {
  it('has the defaults of a new mix, and adds none without a file', async () => {
    const app = show();
    await rowOf('Set 1');
    await userEvent.click(screen.getByRole('button', { name: 'Upload Mix' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upload Mix' });
    const values = ['Title', 'DJ', 'Genre', 'Category', 'BPM', 'Tags', 'Description'].map(
      (label) => within(dialog).getByLabelText<HTMLInputElement>(label).value,
    );
    expect(values).toEqual(['', '', '', '', '120', '', '']);
    expect(within(dialog).getByRole<HTMLInputElement>('switch', { name: 'Visitors see it' }).checked).toBe(true);
    await userEvent.type(within(dialog).getByLabelText('Title'), 'New{Enter}');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add mix' }).disabled).toBe(true);
    await userEvent.clear(within(dialog).getByLabelText('BPM'));
    expect(within(dialog).getByText('Enter a whole number, such as 120.')).toBeTruthy();
    expect(app.bodies('POST /api/admin/mixes')).toEqual([]);
  });

  it('edits a mix, and leaves a tempo that nobody changed', async () => {
    const PUT = 'PUT /api/admin/mixes/1';
    const app = show('', { [PUT]: mix('1') });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Set 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Set 1' });
    await userEvent.type(within(dialog).getByLabelText('Title'), ' (live)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.bodies(PUT)).toHaveLength(1));
    expect(app.bodies(PUT)[0]).toEqual({
      title: 'Set 1 (live)',
      djName: 'Luz',
      genre: 'House',
      category: 'Live',
      description: 'From the harbour',
      isPublic: true,
      tags: ['sunset'],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('gives early access, shows when it ends, and ends it', async () => {
    const PUT = 'PUT /api/admin/mixes/1';
    const earlyUntil = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const early = mix('1', { earlyUntil });
    const app = show('', { 'GET /api/admin/mixes': [early], [PUT]: early });
    await userEvent.click(await screen.findByText('Set 1'));
    expect(within(await screen.findByRole('dialog', { name: 'Set 1' })).getByText('Early access')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const first = within(await screen.findByRole('dialog', { name: 'Edit Set 1' }));
    const field = first.getByRole<HTMLSelectElement>('combobox', { name: 'Early access' });
    expect(field.selectedOptions[0]?.textContent).toMatch(/^Until /);
    await userEvent.selectOptions(field, 'None');
    await userEvent.click(first.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.bodies(PUT)).toMatchObject([{ earlyDays: 0 }]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Set 1' })).toBeNull());
  });

  it('gives a mix early access that has none', async () => {
    const PUT = 'PUT /api/admin/mixes/2';
    const app = show('', { [PUT]: mix('2') });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Set 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Set 2' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Early access' }), '14 days from now');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.bodies(PUT)).toMatchObject([{ earlyDays: 14 }]));
  });

  it('says what the server refuses, at the field', async () => {
    show('', { 'PUT /api/admin/mixes/1': { status: 400, body: { detail: 'No.', title: ['Title is too long.'] } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Set 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Set 1' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Title is too long.')).toBeTruthy();
  });

  it('reads tempos as whole numbers', () => {
    expect(['128.7', '', ' 90 ', 'abc', '-3', '0', '5000'].map(bpmOf)).toEqual([128, null, 90, undefined, undefined, undefined, undefined]);
  });
});
