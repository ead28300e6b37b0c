type Router = { navigate: (to: { href: string }) => unknown };

/** Opens the address of a clicked notification if the service worker (sw-push.ts) finds the app open. */
export function followPushLinks(router: Router): () => void {
  const follow = ({ data }: MessageEvent<{ open?: string } | null>) => {
    if (!data?.open) return;
    const { origin, pathname, search, hash } = new URL(data.open);
    if (origin === location.origin) void router.navigate({ href: pathname + search + hash });
  };
  navigator.serviceWorker?.addEventListener('message', follow);
  return () => navigator.serviceWorker?.removeEventListener('message', follow);
}
