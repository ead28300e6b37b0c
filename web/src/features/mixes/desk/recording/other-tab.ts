import { useEffect, useState } from 'react';

const LOCK = 'sonora_desk';

/** Whether the desk was open in another tab of this browser before. */
export function useOtherTab(): boolean {
  const [isOther, setOther] = useState(false);
  useEffect(() => {
    const closing = new AbortController();
    const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));
    const wait = (ifAvailable: boolean): Promise<unknown> | undefined =>
      navigator.locks?.request(LOCK, ifAvailable ? { ifAvailable } : { signal: closing.signal }, (lock) => {
        setOther(!lock);
        return lock ? closed : undefined;
      });
    // The second request ends with the page, or when the other tab closes.
    void wait(true)?.then(() => (closing.signal.aborted ? undefined : wait(false)?.catch(() => undefined)));
    return () => closing.abort();
  }, []);
  return isOther;
}
