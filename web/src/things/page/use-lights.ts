import { type CSSProperties, useEffect, useState } from 'react';
import { lightsOf } from '@/lib/ambient';
import { useShownTheme } from '@/lib/prefs';

/** The tint of a cover for an element with the class `ambient`; the page's own tint until it is known. */
export function useLights(url: string | null, seed: string): CSSProperties | undefined {
  const theme = useShownTheme();
  const [lights, setLights] = useState<[string, string]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other lights
  useEffect(() => {
    let stale = false;
    void lightsOf(url, seed).then((found) => stale || setLights(found));
    return () => {
      stale = true;
    };
  }, [url, seed, theme]);
  return lights && ({ '--ambient-1': lights[0], '--ambient-2': lights[1] } as CSSProperties);
}
