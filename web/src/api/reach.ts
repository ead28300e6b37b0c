import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { BACKEND, PROBE_TIMEOUT } from '@/lib/constants';
import { setSlowHandler } from '@/lib/until-loaded';
import { tokens } from './auth/tokens';
import { setTroubleHandler } from './client';
import { isTrouble } from './error';

/** Whether the server is away: calls got no response, and it has not answered since. */
export const useReach = create(() => ({ lost: false }));

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** If the server goes away again within this time, the pauses go on growing. */
const SETTLED = 60_000;

/**
 * Asks the server after 1 s, 2 s … 30 s whether it is back, beginning when a call or a part of the page got no response, or the server
 * could not carry a call out. Once it is, everything on the page that failed is requested again.
 */
export function watchReach(client: QueryClient, responds = ask): () => void {
  let pause = FIRST_PAUSE;
  let backAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching = true;

  const schedule = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, wait);
  };
  const look = async () => {
    const well = await responds();
    if (!watching) return;
    if (!well) {
      useReach.setState({ lost: true });
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      schedule(pause);
      return;
    }
    timer = undefined;
    backAt = Date.now();
    if (!useReach.getState().lost) return;
    useReach.setState({ lost: false });
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => isTrouble(state.error) });
  };

  const trouble = (silent: boolean) => {
    if (silent) useReach.setState({ lost: true });
    if (timer !== undefined) return;
    pause = Date.now() - backAt < SETTLED ? Math.min(2 * pause, LONGEST_PAUSE) : FIRST_PAUSE;
    schedule(pause);
  };
  setTroubleHandler(trouble);
  setSlowHandler(() => trouble(true));
  const lookNow = () => timer !== undefined && schedule(0);
  addEventListener('online', lookNow);
  return () => {
    watching = false;
    clearTimeout(timer);
    setTroubleHandler(() => {});
    setSlowHandler(() => {});
    removeEventListener('online', lookNow);
    useReach.setState({ lost: false });
  };
}

/** Whether the server answers a small request that needs its database. */
async function ask(): Promise<boolean> {
  const access = tokens.access();
  const headers: Record<string, string> = access ? { Authorization: `Bearer ${access}` } : {};
  const signal = AbortSignal.timeout(PROBE_TIMEOUT);
  try {
    const { status } = await fetch(`${BACKEND}/api/config`, { headers, credentials: 'include', cache: 'no-store', signal });
    return status < 500;
  } catch {
    return false;
  }
}
