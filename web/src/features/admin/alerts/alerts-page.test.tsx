import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { handleEvent } from '@/api/events';
import { renderApp } from '@/testing/app';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const trouble = {
  id: 'a1',
  kind: 'station-trouble',
  severity: 'trouble',
  title: 'Station in trouble',
  text: 'Wave: Silence for 20 seconds.',
  link: '/radios/w',
  count: 3,
  read: false,
  createdAt: '2026-11-28T11:00:00Z',
  updatedAt: '2026-11-28T12:00:00Z',
  solvedAt: '2026-11-28T12:05:00Z',
  deliveries: 2,
  failed: 1,
};
const notice = {
  ...trouble,
  id: 'a2',
  kind: 'new-station',
  severity: 'notice',
  title: 'New station',
  text: 'Ada made the station Wave.',
  count: 1,
  read: true,
  solvedAt: null,
  deliveries: 0,
  failed: 0,
};
const failed = {
  id: 'd1',
  channel: 'slack',
  state: 'failed',
  attempts: 5,
  reason: 'The webhook answered with the error 500.',
  text: trouble.text,
  createdAt: '2026-11-28T12:00:00Z',
  updatedAt: '2026-11-28T12:15:00Z',
  nextAt: null,
};
const waiting = { ...failed, id: 'd2', channel: 'email', state: 'waiting', attempts: 1, reason: '', nextAt: '2026-11-28T12:20:00Z' };

const show = (address = '/admin/alerts', answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(address, {
    'GET /api/auth/user': admin,
    'GET /api/admin/alerts': [trouble, notice],
    'GET /api/admin/alerts/unread': { unread: 1 },
    'GET /api/admin/alerts/deliveries': [failed, waiting],
    'POST /api/admin/alerts/read': { unread: 0 },
    ...answers,
  });

const asked = () => vi.mocked(fetch).mock.calls.map(([input]) => String(input));

it('lists alerts with their severity, and whether they are read and over', async () => {
  show();
  const [first, second] = within(await screen.findByRole('list', { name: 'Alerts' })).getAllByRole('listitem') as [
    HTMLElement,
    HTMLElement,
  ];
  expect(first.textContent).toMatch(/^TroubleStation in troubleUnread\.Wave: Silence for 20 seconds\..* · 3 times since .* · Solved /);
  expect(within(first).getByRole('link').getAttribute('href')).toBe('/radios/w');
  expect(second.textContent).toMatch(/^NoticeNew stationAda made the station Wave\..*Sent nowhere else$/);
  expect(within(second).queryByText('Unread.')).toBeNull();
});

it('keeps the filters and the page in the address', async () => {
  const app = show('/admin/alerts?kind=station-trouble&page=2');
  await waitFor(() => expect(asked()).toContain('/api/admin/alerts?limit=25&at=25&kind=station-trouble'));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Unread only');
  await waitFor(() => expect(app.address()).toBe('/admin/alerts?kind=station-trouble&unread=true'));
  await waitFor(() => expect(asked()).toContain('/api/admin/alerts?limit=25&at=0&kind=station-trouble&unread=true'));
});

it('goes from page to page', async () => {
  const app = show();
  await screen.findByRole('list', { name: 'Alerts' });
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  app.unmount();
  const many = show();
  vi.mocked(fetch).mockImplementation(
    ((mocked) => async (input, init) => {
      const response = await mocked(input, init);
      if (String(input).includes('limit=25')) response.headers.set('X-Total-Count', '51');
      return response;
    })(vi.mocked(fetch).getMockImplementation() as typeof fetch),
  );
  expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Previous page' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(many.address()).toBe('/admin/alerts?page=2'));
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(many.address()).toBe('/admin/alerts'));
});

it('shows the deliveries of an alert, and retries one that failed', async () => {
  const app = show('/admin/alerts', { 'POST /api/admin/alerts/deliveries/d1/retry': { detail: 'ok' } });
  const deliveries = await screen.findByRole('button', { name: '2 deliveries, 1 failed of: Wave: Silence for 20 seconds.' });
  await userEvent.click(deliveries);
  expect(asked()).toContain('/api/admin/alerts/deliveries?alert=a1&limit=50');
  expect((await screen.findByText('The webhook answered with the error 500.')).parentElement?.textContent).toMatch(
    /^SlackFailed.*5 attempts · last /,
  );
  expect(screen.getByText(/1 attempt · last .* · next try /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry the delivery to Slack' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/alerts/deliveries/d1/retry')).toHaveLength(1));
  expect(await screen.findByText('The alert is on its way again.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry the delivery to Email' })).toBeNull();
});

it('says why a delivery is not retried', async () => {
  show('/admin/alerts', {
    'POST /api/admin/alerts/deliveries/d1/retry': { status: 409, body: { detail: 'This channel is not set up.' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^2 deliveries/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry the delivery to Slack' }));
  expect(await screen.findByText('This channel is not set up.')).toBeTruthy();
});

it('marks one alert or all as read', async () => {
  const app = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Wave: Silence for 20 seconds.' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(app.bodies('POST /api/admin/alerts/read')).toEqual([{ ids: ['a1'] }, { all: true }]));
});

it('follows the event stream', async () => {
  const app = show();
  await screen.findByRole('list', { name: 'Alerts' });
  const before = asked().filter((address) => address.includes('limit=25')).length;
  handleEvent(app.client, 'alert', '');
  await waitFor(() => expect(asked().filter((address) => address.includes('limit=25')).length).toBe(before + 1));
});

it('tells an empty list from filters without a match', async () => {
  const app = show('/admin/alerts', { 'GET /api/admin/alerts': [] });
  expect((await screen.findByRole('link', { name: 'Choose notifications' })).getAttribute('href')).toBe(
    '/admin/settings?tab=notifications',
  );
  app.unmount();
  show('/admin/alerts?unread=true', { 'GET /api/admin/alerts': [] });
  expect(await screen.findByText('No alert matches these filters.')).toBeTruthy();
});

it('leads from the bell to the alerts', async () => {
  const app = show('/admin/nope');
  await userEvent.click(await screen.findByRole('button', { name: '1 unread notification' }));
  expect(await screen.findByRole('menuitem', { name: 'Wave: Silence for 20 seconds.' })).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: 'View all notifications' }));
  await waitFor(() => expect(app.path()).toBe('/admin/alerts'));
});
