import { afterEach, expect, it, vi } from 'vitest';
import { pushState, turnPushOff, turnPushOn } from './push';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A browser with a service worker, and a person who allows or blocks notifications. */
function browser(answer: NotificationPermission) {
  let current: object | null = null;
  const unsubscribe = vi.fn(async () => {
    current = null;
  });
  const subscription = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: 'https://push.example/1' }), unsubscribe };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => (current = subscription)),
  };
  const registration = { pushManager };
  const notification = {
    permission: 'default',
    requestPermission: async () => (notification.permission = answer),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) } });
  return { pushManager, unsubscribe };
}

it('subscribes after the person agrees, for that person only', async () => {
  const { pushManager, unsubscribe } = browser('granted');
  const calls = { subscribe: vi.fn(async () => {}), unsubscribe: vi.fn(async () => {}) };
  expect(await pushState('u1')).toBe('off');
  expect(await turnPushOn('u1', 'BAECAw', calls)).toBe('on');
  expect(calls.subscribe).toHaveBeenCalledWith({ endpoint: 'https://push.example/1' });
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 1, 2, 3]) });
  expect([await pushState('u1'), await pushState('u2')]).toEqual(['on', 'off']);
  expect(await turnPushOff(calls)).toBe('off');
  expect(calls.unsubscribe).toHaveBeenLastCalledWith('https://push.example/1');
  expect(unsubscribe).toHaveBeenCalled();
});

it('says if the browser blocks or does not support it', async () => {
  browser('denied');
  expect(await turnPushOn('u1', 'BAECAw', { subscribe: vi.fn(), unsubscribe: vi.fn() })).toBe('denied');
  vi.stubGlobal('navigator', {});
  expect(await pushState('u1')).toBe('unsupported');
});
