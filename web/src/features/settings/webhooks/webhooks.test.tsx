import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/app';
import { ACCOUNT } from '../testing';
import type { Webhook } from './queries';

type Answers = Parameters<typeof renderApp>[1];

const webhook: Webhook = {
  id: 'w1',
  address: 'https://hooks.example/secret-path',
  events: ['play', 'like'],
  createdAt: '2026-11-20T12:00:00Z',
  isPaused: false,
  isStopped: false,
  problem: '',
  waiting: 0,
  sent: 0,
  lastSentAt: null,
};
const delivery = {
  id: 'd1',
  event: 'like',
  state: 'failed',
  attempts: 1,
  reason: 'The webhook refused the message (400).',
  at: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:01Z',
};

const show = (answers: Answers = {}) => renderApp('/settings?tab=webhooks', { ...ACCOUNT, ...answers });
const region = async () => within(await screen.findByRole('region', { name: 'Webhooks' }));
const dialog = async () => within(await screen.findByRole('dialog'));
const manage = async () => userEvent.click(await (await region()).findByRole('button', { name: 'Manage the webhook at hooks.example' }));
const said = (text: string) => waitFor(() => expect(document.querySelector('[data-slot=toast]')?.textContent).toContain(text));

describe('webhooks', () => {
  it('are added with the chosen events, and show their secret once', async () => {
    const app = show({ 'POST /api/account/webhooks': { status: 201, body: { ...webhook, secret: 'whsec_abc' } } });
    await (await region()).findByText('You have no webhooks.');
    await userEvent.click((await region()).getByRole('button', { name: 'Add webhook' }));
    const form = await dialog();
    await userEvent.type(form.getByLabelText('Address'), ' https://hooks.example/secret-path ');
    for (const name of ['You rate a song', 'A playlist changes that you can edit', 'You get a notification']) {
      await userEvent.click(form.getByRole('switch', { name }));
    }
    await userEvent.click(form.getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText('whsec_abc')).toBeTruthy();
    expect(app.bodies('POST /api/account/webhooks')).toEqual([{ address: 'https://hooks.example/secret-path', events: ['play', 'like'] }]);
    const before = app.bodies('GET /api/account/webhooks').length;
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
    await waitFor(() => expect(app.bodies('GET /api/account/webhooks').length).toBeGreaterThan(before));
  });

  it('say at the field what is wrong', async () => {
    const says = 'This address is in a private network, where this server sends nothing.';
    show({ 'POST /api/account/webhooks': { status: 400, body: { detail: says, address: [says] } } });
    await userEvent.click((await region()).getByRole('button', { name: 'Add webhook' }));
    await userEvent.click((await dialog()).getByRole('button', { name: 'Add webhook' }));
    expect(await screen.findByText(says)).toBeTruthy();
    expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('tell why one was stopped, without the path of its address, and resume it', async () => {
    const app = show({
      'GET /api/account/webhooks': [
        { ...webhook, isStopped: true, problem: 'The webhook answered with the error 502.', sent: 3, waiting: 2 },
      ],
      'GET /api/account/webhooks/w1/deliveries': [],
      'PATCH /api/account/webhooks/w1': webhook,
    });
    const list = await region();
    expect(await list.findByText('Stopped')).toBeTruthy();
    expect(list.getByText('The webhook answered with the error 502.')).toBeTruthy();
    expect(list.getByText('3 events sent · 2 wait')).toBeTruthy();
    expect(list.queryByText(/secret-path/)).toBeNull();
    await manage();
    await userEvent.click((await dialog()).getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(app.bodies('PATCH /api/account/webhooks/w1')).toEqual([{ isPaused: false }]));
  });

  it('show the last deliveries, and send again what failed', async () => {
    const app = show({
      'GET /api/account/webhooks': [webhook],
      'GET /api/account/webhooks/w1/deliveries': [delivery, { ...delivery, id: 'd2', state: 'sent', reason: '', attempts: 3 }],
      'POST /api/account/webhooks/w1/deliveries/d1/retry': { detail: 'ok' },
    });
    await manage();
    expect(await screen.findByText('The webhook refused the message (400).')).toBeTruthy();
    expect(screen.getByText(/3 attempts/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Send again: Likes/ }));
    await said('The event is on its way again.');
    expect(app.bodies('POST /api/account/webhooks/w1/deliveries/d1/retry')).toHaveLength(1);
  });

  it('are tried out, and say what went wrong', async () => {
    show({
      'GET /api/account/webhooks': [webhook],
      'GET /api/account/webhooks/w1/deliveries': [],
      'POST /api/account/webhooks/w1/test': { status: 502, body: { detail: 'The webhook cannot be reached.' } },
    });
    await manage();
    await userEvent.click((await dialog()).getByRole('button', { name: 'Send test message' }));
    expect((await screen.findByText('The webhook cannot be reached.')).getAttribute('role')).toBe('status');
  });

  it('stay as they are, and open, if an edit is cancelled', async () => {
    const app = show({ 'GET /api/account/webhooks': [webhook], 'GET /api/account/webhooks/w1/deliveries': [] });
    await manage();
    await userEvent.click((await dialog()).getByRole('button', { name: 'Edit' }));
    await userEvent.type((await dialog()).getByLabelText('Address'), '/else');
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect((await dialog()).getByText('https://hooks.example/secret-path')).toBeTruthy();
    expect(app.bodies('PATCH /api/account/webhooks/w1')).toEqual([]);
  });

  it('are not added if their form is cancelled', async () => {
    const app = show();
    await userEvent.click((await region()).getByRole('button', { name: 'Add webhook' }));
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.bodies('POST /api/account/webhooks')).toEqual([]);
  });

  it('get a new secret, and are deleted, after a question', async () => {
    const app = show({
      'GET /api/account/webhooks': [webhook],
      'GET /api/account/webhooks/w1/deliveries': [],
      'POST /api/account/webhooks/w1/secret': { ...webhook, secret: 'whsec_new' },
      'DELETE /api/account/webhooks/w1': { status: 204 },
    });
    await manage();
    await userEvent.click((await dialog()).getByRole('button', { name: 'New secret' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Replace the secret?' })).getByRole('button', { name: 'New secret' }),
    );
    expect(await screen.findByText('whsec_new')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
    await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Delete this webhook?' })).getByRole('button', { name: 'Delete' }),
    );
    await said('Webhook deleted');
    expect(app.bodies('DELETE /api/account/webhooks/w1')).toHaveLength(1);
  });
});
