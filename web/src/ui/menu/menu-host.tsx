import { Suspense, useEffect } from 'react';
import { whenIdle } from '@/lib/idle';
import { lazily } from '@/lib/until-loaded';
import { useOpenMenu } from './open-menu';

const load = () => import('./shared-menu');
const SharedMenu = lazily(() => load().then((m) => m.SharedMenu));

/** Renders the shared menu. Mounted once at the app's root; its code loads when the page is idle. */
export function MenuHost() {
  const used = useOpenMenu((state) => state.used);
  useEffect(() => whenIdle(load), []);
  return <Suspense>{used && <SharedMenu />}</Suspense>;
}
