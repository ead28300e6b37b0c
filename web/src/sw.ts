/// <reference lib="webworker" />
import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { createPartialResponse } from 'workbox-range-requests';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { MEDIA_CACHE, mediaKey, PICTURE_CACHE, pictureKey } from './lib/offline-keys';
import { answer, answerKey } from './sw-answers';
import { handlePush } from './sw-push';

declare const self: ServiceWorkerGlobalScope;
declare const __FILES__: PrecacheEntry[]; // tools/beside-the-app.ts

const PAGE_TIMEOUT = 4000; // ms to wait for the server before showing the stored page

// The first worker controls the page that installed it. A new version takes over once all tabs of the old version are closed: an open tab keeps the files it was built with.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
cleanupOutdatedCaches();
precache(__FILES__);

// The page comes from the server whenever it responds, so that it is always current.
registerRoute(new NavigationRoute(page, { denylist: [/^\/(api|media|health|s|embed|rss)(\/|$)/] }));

// Downloads play from here, online and offline.
registerRoute(({ url, sameOrigin }) => sameOrigin && mediaKey(url) !== null, sound);

// Covers, lyrics and waveforms come from here when the server does not respond.
registerRoute(({ url, sameOrigin }) => sameOrigin && pictureKey(url) !== null, extra);

// Pages show the server's last responses when it does not respond.
registerRoute(
  ({ request }) => answerKey(request) !== null,
  ({ request, event }) => answer(request, (keeping) => event.waitUntil(keeping)),
);

// Registered last, so that it does not handle the page.
addRoute({ cleanURLs: false });

handlePush(self);

async function page({ request }: { request: Request }): Promise<Response> {
  const stored = () => matchPrecache('/').then((response) => response ?? Response.error());
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT) });
  } catch {
    return stored();
  }
}

async function sound({ request, url }: { request: Request; url: URL }): Promise<Response> {
  const key = mediaKey(url);
  const stored = key && (await (await caches.open(MEDIA_CACHE)).match(key));
  if (!stored) return fetch(request);
  return request.headers.has('range') ? createPartialResponse(request, stored) : stored;
}

async function extra({ request, url }: { request: Request; url: URL }): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const key = pictureKey(url);
    const stored = key && (await (await caches.open(PICTURE_CACHE)).match(key));
    if (stored) return stored;
    throw error;
  }
}
