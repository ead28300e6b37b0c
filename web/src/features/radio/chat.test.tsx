import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { handleEvent } from '@/api/events';
import { renderPages, serve, signedIn } from '@/testing/pages';
import { aStation } from '@/testing/stations';
import { Chat } from './chat';

const line = (id: string, text: string, isOwn = false) => ({ id, by: { id: null, name: 'Ana' }, isOwn, text, at: '2026-01-01T12:00:00Z' });

it('shows messages, sends with Enter and removes your own', async () => {
  let refused = false;
  let items = [line('a', 'Hello'), line('b', 'Mine', true)];
  const { calls } = serve({
    ...signedIn,
    'GET /api/radios/s1/chat': () => ({ isOpen: true, items }),
    'POST /api/radios/s1/chat': () => {
      if (refused) throw new Error('too much');
      items = [...items, line('c', 'What a song', true)];
      return items[2];
    },
    'DELETE /api/radios/s1/chat/b': () => {
      items = items.filter(({ id }) => id !== 'b');
      return { detail: 'Message deleted.' };
    },
  });
  const { client } = await renderPages({ '/x': () => <Chat station={aStation('s1', { hasChat: true })} /> }, '/x');
  const log = await screen.findByRole('log', { name: 'Chat' });
  expect(within(log).getByText('Hello')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove “Hello”' })).toBeNull();
  const box = screen.getByRole('textbox', { name: 'Your message' });
  await userEvent.type(box, ' What a song {Enter}');
  expect(await within(log).findByText('What a song')).toBeTruthy();
  expect((box as HTMLInputElement).value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Remove “Mine”' }));
  await waitFor(() => expect(within(log).queryByText('Mine')).toBeNull());
  expect(document.activeElement).toBe(log);
  expect(calls).toContain('DELETE /api/radios/s1/chat/b');
  refused = true;
  await userEvent.type(box, 'Again{Enter}');
  expect((await screen.findByRole('alert')).id).toBe(box.getAttribute('aria-describedby'));
  expect((box as HTMLInputElement).value).toBe('Again');
  await userEvent.type(box, '!');
  expect(screen.queryByRole('alert')).toBeNull();

  items = [...items, line('d', 'From elsewhere')];
  handleEvent(client, 'chat', '{"stationId":"s1"}');
  expect(await within(log).findByText('From elsewhere')).toBeTruthy();
});
