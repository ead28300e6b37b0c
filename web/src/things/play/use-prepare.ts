import type { PointerEvent } from 'react';
import type { Track } from '@/api/types';
import { isPlayable } from '@/player/engine/queue/item';
import { useEngine } from '@/player/view/use-player';

/**
 * For the onPointerDown of a track's play button: its sound starts to load a tenth of a second before the click plays it, and while the page
 * is not yet busy with showing that. A finger that goes down may be about to scroll.
 */
export function usePrepare(track: Track): (event: PointerEvent) => void {
  const engine = useEngine();
  return ({ pointerType, button }) => {
    if (pointerType !== 'touch' && button === 0 && isPlayable(track)) engine.prepare(track);
  };
}
