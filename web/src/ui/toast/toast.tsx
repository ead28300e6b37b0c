import { Suspense, useEffect } from 'react';
import { whenIdle } from '@/lib/idle';
import { lazily } from '@/lib/until-loaded';
import { useToast } from './toast-store';

const load = () => import('./toast-slot');
const ToastSlot = lazily(() => load().then((m) => m.ToastSlot));

/** Where toasts appear; mounted once at the app's root. Show one with `toast()` of toast-store. Its code loads when the page is idle. */
export function ToastHost() {
  const used = useToast((state) => state.toast !== null);
  useEffect(() => whenIdle(load), []);
  return <Suspense>{used && <ToastSlot />}</Suspense>;
}
