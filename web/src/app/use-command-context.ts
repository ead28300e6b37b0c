import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useOperates } from '@/api/admin-area';
import { useSession } from '@/api/auth/session';
import { useToggleQueue } from '@/player/view/queue/use-toggle-queue';
import { useCurrentLike } from '@/player/view/use-current-like';
import { useEngine } from '@/player/view/use-player';
import { useLogout } from '@/things/account/use-logout';
import type { CommandContext } from './commands';

/** What commands act on, read when they run. Null if nobody is signed in. */
export function useCommandContext(): CommandContext | null {
  const engine = useEngine();
  const { user } = useSession();
  const operates = useOperates();
  const navigate = useNavigate();
  const { toggle: toggleLike } = useCurrentLike();
  const toggleQueue = useToggleQueue();
  const { mutate: signOut } = useLogout();
  const latest = useRef({ toggleLike, toggleQueue, signOut });
  useEffect(() => {
    latest.current = { toggleLike, toggleQueue, signOut };
  });
  return useMemo(() => {
    if (!user) return null;
    const go = (path: string) => void navigate({ href: path });
    return {
      engine,
      user,
      operates,
      go,
      focusSearch: () => {
        const box = document.querySelector<HTMLInputElement>('main search input');
        if (box) box.focus();
        else go('/search');
      },
      toggleLike: () => latest.current.toggleLike(),
      toggleQueue: () => latest.current.toggleQueue(),
      signOut: () => latest.current.signOut(),
    };
  }, [engine, user, operates, navigate]);
}
