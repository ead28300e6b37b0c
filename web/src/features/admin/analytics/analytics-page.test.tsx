import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { rangeOf } from './range';

const admin = { id: 'u1', email: 'olga@example.com', firstName: 'Olga', lastName: '', role: 'admin', createdAt: '2025-03-01T12:00:00Z' };
const none = {
  plays: 0,
  songs: 0,
  mixes: 0,
  episodes: 0,
  sessions: 0,
  seconds: 0,
  stationSeconds: 0,
  people: 0,
  newAccounts: 0,
  aiCost: 0,
};
const some = { ...none, plays: 150, songs: 150, seconds: 7200, people: 12 };
const report = {
  from: '2026-11-01',
  to: '2026-11-02',
  step: 'day',
  figures: some,
  before: { ...none, plays: 100 },
  steps: [
    { at: '2026-11-01T12:00:00Z', figures: some, listeners: 0.5 },
    { at: '2026-11-02T12:00:00Z', figures: none, listeners: 0 },
  ],
};
const spain = { id: 'ES', name: 'ES', detail: '', deleted: false, plays: 9, seconds: 600 };

const show = (search: string, answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(`/admin/analytics${search}`, {
    'GET /api/auth/user': admin,
    'GET /api/admin/analytics': report,
    'GET /api/admin/analytics/top': [],
    'GET /api/admin/analytics/retention': [{ week: '2026-10-26T12:00:00Z', accounts: 4, active: [2] }],
    ...answers,
  });

it('compares figures with the period before, and shows charts as tables', async () => {
  show('');
  expect(await screen.findByText('+50.0% against the 2 days before')).toBeTruthy();
  const chart = screen.getByRole('listbox', { name: 'Plays' });
  expect(within(chart).getByRole('option', { name: 'November 1, 2026: 150' })).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Show as table' })[0] as HTMLElement);
  expect(within(screen.getByRole('table', { name: 'Plays' })).getByText('150')).toBeTruthy();
  expect(await screen.findByText('50%')).toBeTruthy();
});

it('names countries in the language of the page', async () => {
  show('', { 'GET /api/admin/analytics/top': [spain] });
  await userEvent.selectOptions(await screen.findByLabelText('What to list'), 'country');
  expect(await screen.findByText('Spain')).toBeTruthy();
});

it('takes the period from the address, and downloads the same days', async () => {
  show('?range=own&from=2026-11-01&to=2026-11-02');
  const link = await screen.findByRole('link', { name: 'Download CSV' });
  expect(link.getAttribute('href')).toContain('table=series&from=2026-11-01&to=2026-11-02');
  expect(screen.getByLabelText('First day')).toHaveProperty('value', '2026-11-01');
});

it('explains that nobody listened', async () => {
  show('', { 'GET /api/admin/analytics': { ...report, figures: none } });
  expect(await screen.findByText('Nobody listened in this period')).toBeTruthy();
});

it('reads periods', () => {
  const today = new Date(2026, 2, 1);
  expect(rangeOf({ range: '7' }, today)).toEqual({ name: '7', from: '2026-02-23', to: '2026-03-01' });
  expect(rangeOf({ range: 'year' }, today)).toEqual({ name: 'year', from: '2025-03-02', to: '2026-03-01' });
  expect(rangeOf({ range: 'soon' }, today).name).toBe('30');
  expect(rangeOf({ range: 'own', from: '2020-01-01' }, today)).toEqual({ name: 'own', from: '2020-01-01', to: '2026-03-01' });
});
