import { useEffect, useState } from 'react';

/** ms without a change until a value counts as settled. */
const PAUSE = 200;

/** A value once it has not changed for a moment, such as what somebody types in a search field. */
export function useSettled<T>(value: T, pause = PAUSE): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
