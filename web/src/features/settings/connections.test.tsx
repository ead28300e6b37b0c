import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ScrobblingService } from '@/api/types';
import { renderApp } from '@/testing/app';
import { ACCOUNT } from './testing';

const GET = 'GET /api/account/scrobbling';
const PUT = 'PUT /api/account/scrobbling/listenbrainz';

const connection = {
  name: 'ada-lb',
  server: '',
  connectedAt: '2026-11-20T12:00:00Z',
  isStopped: false,
  problem: '',
  waiting: 2,
  sent: 1200,
  refused: 0,
  lastSentAt: '2026-11-21T12:00:00Z',
};
const listenBrainz: ScrobblingService = { service: 'listenbrainz', title: 'ListenBrainz', isAvailable: true, connection: null };
const lastFm: ScrobblingService = { service: 'lastfm', title: 'Last.fm', isAvailable: true, connection: null };

const show = (services: ScrobblingService[], answers = {}) =>
  renderApp('/settings?tab=connections', { ...ACCOUNT, [GET]: services, 'GET /api/account/imports': [], ...answers });

it('connects ListenBrainz with a token', async () => {
  const app = show([listenBrainz], { [PUT]: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect ListenBrainz' }));
  await userEvent.type(dialog.getByLabelText('User token'), ' secret-token ');
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(app.bodies(PUT)).toEqual([{ token: 'secret-token', server: '' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says why a token is refused', async () => {
  show([listenBrainz], { [PUT]: { status: 400, body: { detail: 'Unknown.', token: ['ListenBrainz does not know this token.'] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('User token'), 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('ListenBrainz does not know this token.');
  expect(dialog.getByLabelText('User token').getAttribute('aria-invalid')).toBe('true');
});

it('shows what was sent, and disconnects', async () => {
  const DELETE = 'DELETE /api/account/scrobbling/listenbrainz';
  const app = show([{ ...listenBrainz, connection }], { [DELETE]: {} });
  const region = within(await screen.findByRole('region', { name: 'Scrobbling' }));
  expect(await region.findByText('As ada-lb')).toBeTruthy();
  expect(region.getByText(/1,200 songs sent · 2 wait · last on/)).toBeTruthy();
  expect(region.queryByText(/refused/)).toBeNull();
  expect(region.queryByRole('button', { name: 'Connect' })).toBeNull();
  await userEvent.click(region.getByRole('button', { name: 'Disconnect' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(app.bodies(DELETE)).toHaveLength(1));
});

it('offers to connect again once the service refuses the token', async () => {
  show([{ ...listenBrainz, connection: { ...connection, isStopped: true, problem: 'The token is no longer accepted.' } }]);
  expect(await screen.findByText('Stopped')).toBeTruthy();
  expect(screen.getByText('The token is no longer accepted.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect again' })).toBeTruthy();
});

it('connects Last.fm after the person has allowed it there', async () => {
  const ASK = 'POST /api/account/scrobbling/lastfm/request';
  const CONNECT = 'PUT /api/account/scrobbling/lastfm';
  const page = 'https://www.last.fm/api/auth/?api_key=k&token=t';
  const app = show([lastFm], {
    [ASK]: { token: 't', page },
    [CONNECT]: { status: 409, body: { detail: 'Allow access at Last.fm first.' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Last.fm' }));
  expect((await dialog.findByRole('link', { name: 'Open Last.fm' })).getAttribute('href')).toBe(page);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Allow access at Last.fm first.');
  expect(app.bodies(CONNECT)).toEqual([{ token: 't' }]);
});

it('says that the operator has to set Last.fm up', async () => {
  show([{ ...lastFm, isAvailable: false }]);
  expect(await screen.findByText(/Last.fm is not set up on this server. The operator has to enter an API key first./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});
