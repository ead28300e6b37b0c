import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as upload from '@/api/upload';
import * as files from '@/lib/save-file';
import { renderApp } from '@/testing/app';

const station = (id: string, change: object = {}) => ({
  id,
  name: `Station ${id}`,
  description: 'All day',
  genre: 'Jazz',
  country: '',
  isOnline: true,
  listeners: 2,
  type: 'icecast',
  bitrate: 128,
  format: 'MP3',
  mode: 'relay',
  isPublic: true,
  problem: '',
  mount: `s-${id}`,
  streamUrl: 'https://stream.example/s',
  createdAt: '2026-11-01T12:00:00Z',
  ...change,
});
const THREE = [station('1'), station('2', { isOnline: false, genre: 'Rock', problem: 'No music.' }), station('3', { name: '=2+3,"x"' })];
const STATS = {
  radios: { total: 4, online: 2, offline: 2 },
  music: { playlists: 1, songs: 5 },
  mixes: { total: 1, active: 1 },
  ai: { generated: 0, approved: 0, pending: 0 },
  users: { total: 4, activeToday: 3 },
  streams: { today: 17, weekChangePercent: 12.5 },
};
const STATUS = {
  degraded: [],
  startedAt: '2026-11-28T10:00:00Z',
  version: '1.0.0',
  database: { engine: 'sqlite', health: 97.6, answerMs: 1.25 },
  cpu: { percent: 22.7, server: 4.1, processors: 2 },
  memory: 200_000_000,
  disks: [],
  jobs: { waiting: 0, running: 0, failed: 0 },
  stations: { total: 4, onAir: 2, listeners: 1234, interrupted: [] },
  history: [],
};
const BULK = 'POST /api/admin/radios/bulk';

/** The addresses that the list was read from. */
let asked: URLSearchParams[] = [];

function show(search = '', answers: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp(`/admin/radios${search}`, {
    'GET /api/auth/user': { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin' },
    'GET /api/admin/stats': STATS,
    'GET /api/admin/status': STATUS,
    'GET /api/admin/radios': THREE,
    ...answers,
  });
  const server = vi.mocked(globalThis.fetch);
  const answer = server.getMockImplementation();
  asked = [];
  server.mockImplementation((input, init) => {
    const url = new URL(String(input), 'http://sonora.test');
    if (url.pathname === '/api/admin/radios' && (init?.method ?? 'GET') === 'GET') asked.push(url.searchParams);
    return (answer as typeof fetch)(input, init);
  });
  return app;
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const focused = () => document.activeElement?.getAttribute('data-row');
const selected = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.getAttribute('data-row'));
const toasts = () => document.querySelector('[data-slot=toast]')?.textContent ?? '';

beforeEach(() => localStorage.clear());

describe('the dialogs of stations', () => {
  it('add a relay with its logo, and say which field is wrong first', async () => {
    const send = vi.spyOn(upload, 'uploadFile').mockResolvedValue({} as never);
    const app = show('', { 'POST /api/admin/radios': { ...station('9'), name: 'Jazz FM' } });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Add Station' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Add Station' });
    const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
    const defaults = ['Name', 'Description', 'Stream address', 'Metadata URL', 'Genre', 'Stream type', 'Bitrate (kbit/s)', 'Format'];
    expect(defaults.map((label) => field(label).value)).toEqual(['', '', '', '', '', 'icecast', '128', 'MP3']);
    await userEvent.type(field('Stream address'), 'javascript:alert(1)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add Station' }));
    expect(within(dialog).getByText('Enter a name for the station.')).toBeTruthy();
    expect(within(dialog).getByText('Enter an address that starts with http:// or https://.')).toBeTruthy();
    expect(app.bodies('POST /api/admin/radios')).toEqual([]);
    await userEvent.type(field('Name'), 'Jazz FM');
    await userEvent.clear(field('Stream address'));
    await userEvent.type(field('Stream address'), 'https://stream.example/jazz');
    const logo = new File(['x'], 'logo.png', { type: 'image/png' });
    await userEvent.upload(field('Logo'), logo);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add Station' }));
    await waitFor(() => expect(toasts()).toContain('Jazz FM was added'));
    expect(app.bodies('POST /api/admin/radios')).toEqual([
      {
        name: 'Jazz FM',
        description: '',
        genre: '',
        bitrate: 128,
        format: 'MP3',
        isPublic: true,
        streamUrl: 'https://stream.example/jazz',
        metadataUrl: '',
        type: 'icecast',
        mode: 'relay',
      },
    ]);
    expect(send).toHaveBeenCalledWith('/api/radios/9/logo', logo, expect.any(Function));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('edit a station, show what the server refuses, and leave the sound of one that is no relay alone', async () => {
    const refused = { status: 400, body: { bitrate: ['Give a number from 8 to 10000.'] } };
    const app = show('', { 'GET /api/admin/radios': [station('1', { mode: 'autodj' })], 'PUT /api/admin/radios/1': refused });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Station 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Station 1' });
    expect(within(dialog).queryByLabelText('Stream address')).toBeNull();
    await userEvent.type(within(dialog).getByLabelText('Name'), ' FM');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Give a number from 8 to 10000.')).toBeTruthy();
    const about = { name: 'Station 1 FM', description: 'All day', genre: 'Jazz', bitrate: 128, format: 'MP3', isPublic: true };
    expect(app.bodies('PUT /api/admin/radios/1')).toEqual([about]);
  });

  it('delete a station after its name was typed', async () => {
    const app = show('', { 'DELETE /api/admin/radios/1': {} });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Station 1?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Station 1?' });
    await userEvent.type(within(dialog).getByLabelText('Type “Station 1” to confirm'), 'Station 1{Enter}');
    await waitFor(() => expect(app.bodies('DELETE /api/admin/radios/1')).toHaveLength(1));
  });
});

describe('the table of stations', () => {
  it('shows each station with its columns, also for cards, and the totals', async () => {
    show();
    const second = await rowOf('Station 2');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers.slice(1)).toEqual(['Station', 'Genre', 'Status', 'Listeners', 'Type', 'Quality', 'Actions']);
    for (const column of ['Genre', 'Status', 'Listeners', 'Type', 'Quality']) expect(within(second).getByText(column)).toBeTruthy();
    for (const text of ['Offline', 'No music.', '128 MP3']) expect(within(second).getByText(text)).toBeTruthy();
    for (const figure of ['50%', '1,234']) expect(await screen.findByText(figure)).toBeTruthy();
  });

  it('keeps search, order, filters and page in the address, and asks the server for them', async () => {
    const app = show('?sort=name&page=3');
    await rowOf('Station 1');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ sort: 'name', at: '100', limit: '50' });
    expect(screen.getByRole('columnheader', { name: 'Station' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Station' }));
    await waitFor(() => expect(app.address()).toBe('/admin/radios?sort=-name'));
    await userEvent.click(screen.getByRole('button', { name: 'Listeners' }));
    await waitFor(() => expect(app.address()).toBe('/admin/radios?sort=-listeners'));
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'relay');
    await userEvent.type(screen.getByLabelText('Search by name or genre'), 'night');
    await waitFor(() => expect(app.address()).toBe('/admin/radios?sort=-listeners&mode=relay&q=night'));
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ q: 'night', sort: '-listeners', mode: 'relay', at: '0', limit: '50' }),
    );
  });

  it('ignores what it does not know in the address', async () => {
    show('?sort=password&status=maybe&page=-7');
    await rowOf('Station 1');
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ sort: '-created', at: '0', limit: '50' });
  });

  it('tells an empty server from a search without matches', async () => {
    const app = show('', { 'GET /api/admin/radios': [] });
    expect(await screen.findByText('No stations yet')).toBeTruthy();
    await app.go('/admin/radios?q=zzz');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('No stations yet')).toBeTruthy();
    expect(app.address()).toBe('/admin/radios');
  });

  it('is operated with the keyboard', async () => {
    show();
    await rowOf('Station 1');
    await userEvent.keyboard('j');
    expect(focused()).toBe('1');
    await userEvent.keyboard('jx');
    expect([focused(), selected()]).toEqual(['2', ['2']]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
    expect([focused(), selected()]).toEqual(['3', ['2', '3']]);
    await userEvent.keyboard('kkk');
    expect(focused()).toBe('1');
    expect(
      screen
        .getAllByRole('row')
        .filter((row) => row.tabIndex === 0)
        .map((row) => row.dataset.row),
    ).toEqual(['1']);
    await userEvent.keyboard('{Enter}');
    const sheet = await screen.findByRole('dialog', { name: 'Station 1' });
    expect(within(sheet).getByText('https://stream.example/s')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([focused(), selected()]).toEqual(['1', ['2', '3']]);
    await userEvent.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    await userEvent.click(screen.getByLabelText('Search by name or genre'));
    await userEvent.keyboard('jkx');
    expect([focused(), selected()]).toEqual([null, []]);
  });

  it('opens a side sheet by a click on a row, but not on its buttons', async () => {
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Station 1' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByText('No music.'));
    expect(await screen.findByRole('dialog', { name: 'Station 2' })).toBeTruthy();
  });

  it('hides stations and takes back only what has changed', async () => {
    const app = show('', { [BULK]: { done: ['2'], unchanged: ['1'], failed: [] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Station 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Station 2' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide from visitors' }));
    await waitFor(() => expect(toasts()).toContain('1 station hidden from visitors'));
    expect(selected()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(toasts()).toContain('Taken back'));
    expect(app.bodies(BULK)).toEqual([
      { action: 'hide', ids: ['1', '2'] },
      { action: 'show', ids: ['2'] },
    ]);
  });

  it('deletes after a word was typed, and says for which stations it failed', async () => {
    const app = show('', { [BULK]: { done: ['1'], unchanged: [], failed: [{ id: '2', detail: 'It is on air.' }] } });
    await rowOf('Station 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select =2+3,"x"' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete?' });
    for (const name of ['Station 1', 'Station 2']) expect(within(dialog).getByText(name)).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'delet{Enter}');
    expect(app.bodies(BULK)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Type “delete” to confirm'), 'e{Enter}');
    const failures = await screen.findByRole('dialog', { name: '1 done, 1 not' });
    expect(within(failures).getByText('It is on air.')).toBeTruthy();
    expect(app.bodies(BULK)).toEqual([{ action: 'delete', ids: ['1', '2'] }]);
    await waitFor(() => expect(toasts()).toContain('1 station deleted'));
    await userEvent.click(within(failures).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(selected()).toEqual(['2']));
  });

  it('remembers which columns to show', async () => {
    const app = show();
    await rowOf('Station 1');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Genre' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Country' }));
    await userEvent.keyboard('{Escape}');
    const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers().slice(1)).toEqual(['Station', 'Status', 'Listeners', 'Type', 'Quality', 'Country', 'Actions']);
    app.unmount();
    show();
    await rowOf('Station 1');
    expect(headers().slice(1)).toEqual(['Station', 'Status', 'Listeners', 'Type', 'Quality', 'Country', 'Actions']);
  });

  it('downloads what it shows, without formulas', async () => {
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
    show('?status=online&sort=name');
    await rowOf('Station 1');
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    const [name, content] = save.mock.calls[0] ?? [];
    expect(name).toMatch(/^sonora-radios-\d{4}-\d\d-\d\d\.csv$/);
    expect(String(content).split('\r\n')).toEqual([
      '\uFEFFStation,Genre,Status,Listeners,Type,Quality',
      'Station 1,Jazz,Online,2,icecast,128 MP3',
      'Station 2,Rock,Offline,2,icecast,128 MP3',
      `"'=2+3,""x""",Jazz,Online,2,icecast,128 MP3`,
      '',
    ]);
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ sort: 'name', status: 'online', at: '0', limit: '1000' });
  });
});
