import { lazy, Suspense, useEffect } from 'react';
import { whenIdle } from '@/lib/idle';
import { untilLoaded } from '@/lib/until-loaded';
import { useToast } from './toast-store';

const load = () => import('./toast-slot');
const ToastSlot = lazy(untilLoaded(() => load().then((m) => ({ default: m.ToastSlot }))));

/** Where toasts appear; mounted once at the app's root. Show one with `toast()` of toast-store. Its code loads when the page is idle. */
export function ToastHost() {
  const used = useToast((state) => state.toast !== null);
  useEffect(() => whenIdle(load), []);
  return <Suspense>{used && <ToastSlot />}</Suspense>;
}
