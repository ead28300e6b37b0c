import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { generationQuery } from '@/api/generation';
import type { QueueItem } from '@/player/engine/queue/item';
import { useEngine } from './use-player';

/** While a piece plays that is being composed: tells the player how long it is, as planned and then as it became. */
export function GenerationEffects({ item }: { item: QueueItem }) {
  const engine = useEngine();
  const { id } = item.track;
  const { duration = 0, state } = useQuery(generationQuery(id)).data ?? {};
  const isFinal = state === 'finishing' || state === 'ready';
  useEffect(() => {
    if (duration > 0) engine.setLength(id, duration, isFinal);
  }, [engine, id, duration, isFinal]);
  return null;
}
