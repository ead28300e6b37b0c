import { storage } from '../storage';

/** Web push in this browser. Stores which account turned it on, so that another account in this browser does not receive its messages. */

export type PushState = 'on' | 'off' | 'denied' | 'unsupported';
/** How the server learns of a subscription and of its end. */
export type PushCalls = {
  subscribe: (subscription: PushSubscriptionJSON) => Promise<unknown>;
  unsubscribe: (endpoint: string) => Promise<unknown>;
};

const OWNER = 'push_account';

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The service worker once it is ready; null if there is none, as in development. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration ? navigator.serviceWorker.ready : null;
}

/** The state of push for this account in this browser. */
export async function pushState(accountId: string): Promise<PushState> {
  if (!canPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const registration = await worker();
  if (!registration) return 'unsupported';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' && storage.get(OWNER) === accountId ? 'on' : 'off';
}

/** Asks for permission and subscribes. The browser shows its own prompt, so call it from a click. */
export async function turnPushOn(accountId: string, publicKey: string, calls: PushCalls): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(accountId);
  const registration = await worker();
  if (!registration) return 'unsupported';
  const subscription = await subscribe(registration.pushManager, publicKey);
  await calls.subscribe(subscription.toJSON());
  storage.set(OWNER, accountId);
  return 'on';
}

/** A subscription with another server's key, such as after the database was recreated, is useless. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

export async function turnPushOff(calls: PushCalls): Promise<PushState> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  storage.remove(OWNER);
  if (subscription) {
    await calls.unsubscribe(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return 'off';
}

/** Registers this browser's subscription again: the server deletes a subscription with the session that created it. */
export async function renewPush(accountId: string, calls: PushCalls): Promise<void> {
  if ((await pushState(accountId)) !== 'on') return;
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (subscription) await calls.subscribe(subscription.toJSON());
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
