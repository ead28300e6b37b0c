import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openJingle } from '@/lib/jingle';
import { renderPages, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { JingleDialog } from './jingle-dialog';

const own = aStation('s1', { name: 'Night FM', mode: 'autodj', canManage: true });
const other = aStation('s2', { name: 'Day FM', mode: 'both', canManage: true });
const neither = [aStation('s3', { name: 'Relay', mode: 'relay', canManage: true }), aStation('s4', { name: 'Theirs', mode: 'autodj' })];

const open = async (stations: unknown[], handlers: Parameters<typeof serve>[0] = {}) => {
  const server = serve({ ...signedIn, 'GET /api/radios': () => stations, ...handlers });
  await renderPages({ '/': JingleDialog }, '/');
  return { ...server, dialog: within(await screen.findByRole('dialog', { name: 'Use “Rain” as a jingle' })) };
};

beforeEach(() => openJingle({ id: 't1', title: 'Rain' }));

it('adds the song to the jingles of the chosen station, of those whose AutoDJ the person programmes', async () => {
  const { dialog, bodies } = await open([own, other, ...neither], { 'POST /api/radios/s2/jingles': () => ({}) });
  const station = await dialog.findByRole('combobox', { name: 'Station' });
  expect(
    within(station)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Night FM', 'Day FM']);
  fireEvent.change(station, { target: { value: 's2' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add to its jingles' }));
  await waitFor(() => expect(bodies('POST /api/radios/s2/jingles')).toEqual([{ trackId: 't1' }]));
  expect(await screen.findByText('Jingle added')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says why the station cannot play it', async () => {
  const detail = 'Music that AI made on this server becomes public when an operator has approved it.';
  const { dialog } = await open([own], { 'POST /api/radios/s1/jingles': () => ({ status: 409, body: { detail } }) });
  fireEvent.click(await dialog.findByRole('button', { name: 'Add to its jingles' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(detail);
});

it('shows the way to people without such a station', async () => {
  const { dialog } = await open(neither);
  expect(await dialog.findByText('You have no station with an AutoDJ, which plays jingles.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Start a station' }).getAttribute('href')).toBe('/create');
});
