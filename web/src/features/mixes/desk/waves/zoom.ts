import { Watched } from '@/dj/state';
import { storage } from '@/lib/storage';

/** Seconds on either side of the playhead. */
const REACHES = [1, 2, 4, 8, 16];
const KEPT = 'sonora_desk_zoom';

/** How much the lanes show; the browser keeps it. */
export const zoom = new Watched<{ reach: number }>({ reach: REACHES.find((one) => String(one) === storage.get(KEPT)) ?? 4 });

const next = (step: 1 | -1) => REACHES[REACHES.indexOf(zoom.get().reach) + step];

export const canZoom = (step: 1 | -1): boolean => next(step) !== undefined;

/** Shows more of the tracks (1) or less (−1). */
export function stepZoom(step: 1 | -1): void {
  const reach = next(step);
  if (reach === undefined) return;
  storage.set(KEPT, String(reach));
  zoom.set({ reach });
}
