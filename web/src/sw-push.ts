/// <reference lib="webworker" />

type Message = { title?: string; body?: string; link?: string; tag?: string };

const HOME = '/updates';

/** Shows push messages while the app is closed, and opens the page they are about. */
export function handlePush(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('push', (event) => event.waitUntil(show(self, read(event.data))));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(self, addressOf(self, event.notification.data)));
  });
}

/** A message that cannot be parsed still shows a notification: browsers require one for every push. */
function read(data: PushMessageData | null): Message {
  try {
    const message: unknown = data?.json();
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

const show = (self: ServiceWorkerGlobalScope, { title, body, link, tag }: Message) =>
  self.registration.showNotification(title || 'Sonora', { body, tag, data: link, icon: '/icon-192.png', badge: '/icon-192.png' });

/** The address a notification opens. An announcement can link to another site. */
function addressOf(self: ServiceWorkerGlobalScope, link: unknown): URL {
  try {
    const address = new URL(typeof link === 'string' && link !== '' ? link : HOME, self.location.origin);
    if (address.protocol === 'https:' || address.origin === self.location.origin) return address;
  } catch {
    // not a valid address
  }
  return new URL(HOME, self.location.origin);
}

/** Opens an address in an existing window, which navigates without interrupting playback, or in a new window. */
async function open(self: ServiceWorkerGlobalScope, address: URL): Promise<void> {
  const [window] = address.origin === self.location.origin ? await self.clients.matchAll({ type: 'window' }) : [];
  if (!window) {
    await self.clients.openWindow(address.href);
    return;
  }
  await window.focus();
  window.postMessage({ open: address.href });
}
