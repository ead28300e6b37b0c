import type { PointerEvent } from 'react';
import type { Track } from '@/api/types';
import { isPlayable } from '@/player/engine/queue/item';
import { useEngine } from '@/player/view/use-player';

/**
 * For the onPointerDown of a track's play button: loading starts about a tenth of a second before the click, when the page is not yet busy
 * rendering. Not for touch, because a finger that goes down may be about to scroll.
 */
export function usePrepare(track: Track): (event: PointerEvent) => void {
  const engine = useEngine();
  return ({ pointerType, button }) => {
    if (pointerType !== 'touch' && button === 0 && isPlayable(track)) engine.prepare(track);
  };
}
