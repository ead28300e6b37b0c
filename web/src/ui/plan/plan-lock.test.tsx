import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { song } from '@/player/engine/testing';
import { renderApp } from '@/testing/app';

const off = { kind: 'switch', unit: '', included: false, limit: null, used: null, resetsAt: null };
const spent = { ...off, kind: 'monthly', unit: 'pieces', included: true, limit: 20, used: 20 };
const asMember = {
  'GET /api/auth/user': { id: 'u1', email: 'mara@example.com', firstName: 'Mara', lastName: '', role: 'listener' },
  'GET /api/ai/messages': [],
};
const having = (aiGenerations: object) => ({
  ...asMember,
  'GET /api/premium': {
    plan: { id: 'free', name: 'Free', description: '' },
    entitlements: [{ name: 'aiGenerations', ...aiGenerations }],
  },
});
const show = (answers: Parameters<typeof renderApp>[1]) => renderApp('/ai-music?tab=crear', answers);

it('says what the plan lacks or what is used up, and leads to the plans', async () => {
  const { unmount } = show(having(spent));
  expect(await screen.findByText(/You have used all the AI pieces in your Free plan for this month/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium');
  unmount();
  show(having({ ...spent, included: false, limit: 0 }));
  expect(await screen.findByText(/Your Free plan does not include AI music/)).toBeTruthy();
});

it('locks nothing that the plan has', async () => {
  show(having({ ...spent, used: 19 }));
  expect(await screen.findByRole('textbox', { name: 'What do you want to hear?' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
});

it('shows the way to other plans when the server refuses something because of the plan', async () => {
  const detail = 'Your Free plan has a limit of 20 for AI pieces per month. The Premium plan allows it.';
  const app = show({ ...asMember, 'POST /api/ai/messages': { status: 403, body: { detail, code: 'plan_limit' } } });
  await userEvent.type(await screen.findByRole('textbox', { name: 'What do you want to hear?' }), 'rain{Enter}');
  expect(await screen.findByText('Your plan does not allow this')).toBeTruthy();
  expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'See plans' }));
  expect(app.path()).toBe('/premium');
});

it('shows the way to other plans when the plan allows no music on one more device', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
    },
  ); // of the clock
  const app = show(asMember);
  await screen.findByRole('textbox', { name: 'What do you want to hear?' });
  const detail = 'Music is playing on 3 of your devices, as many as your Free plan allows. Pause it on one of them.';
  Object.assign(app.player.server, { status: 403, code: 'plan_limit', detail });
  app.player.files['/a'] = { error: 4 };
  act(() => {
    app.engine.playNow([song('a'), song('b')]);
    app.player.seconds(0.1);
  });
  expect(await screen.findByText('Could not play “A”')).toBeTruthy();
  expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'See plans' }));
  expect(app.path()).toBe('/premium');
});
