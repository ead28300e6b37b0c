import { expect, it, vi } from 'vitest';
import { handlePush } from './sw-push';

type Handler = (event: object) => void;

/** A service worker without a browser. */
function worker(windows: object[] = []) {
  const handlers: Record<string, Handler> = {};
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => null);
  handlePush({
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler;
    },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
    location: { origin: 'https://music.example' },
  } as unknown as ServiceWorkerGlobalScope);
  const tell = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  const click = (data: unknown) => tell('notificationclick', { notification: { close: vi.fn(), data } });
  return { tell, click, showNotification, openWindow };
}

it('shows the notification, and a default if it cannot be read', async () => {
  const { tell, showNotification } = worker();
  await tell('push', { data: { json: () => ({ title: 'New music', body: 'Nina: a new track.', link: '/artists/a1', tag: 'n1' }) } });
  expect(showNotification).toHaveBeenLastCalledWith(
    'New music',
    expect.objectContaining({ body: 'Nina: a new track.', data: '/artists/a1', tag: 'n1' }),
  );
  const broken = () => {
    throw new SyntaxError('no JSON');
  };
  await tell('push', { data: { json: broken } });
  expect(showNotification).toHaveBeenLastCalledWith('Sonora', expect.anything());
});

it('opens its page in an existing window', async () => {
  const window = { focus: vi.fn(), postMessage: vi.fn() };
  const open = worker([window]);
  await open.click('/artists/a1');
  expect(window.focus).toHaveBeenCalled();
  expect(window.postMessage).toHaveBeenCalledWith({ open: 'https://music.example/artists/a1' });
  expect(open.openWindow).not.toHaveBeenCalled();
  const closed = worker();
  await closed.click('');
  expect(closed.openWindow).toHaveBeenLastCalledWith('https://music.example/updates');
  await closed.click('javascript:alert(1)');
  expect(closed.openWindow).toHaveBeenLastCalledWith('https://music.example/updates');
  await open.click('https://elsewhere.example/x');
  expect(open.openWindow).toHaveBeenLastCalledWith('https://elsewhere.example/x');
});
