import { useMemo, useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/now-playing';
import type { PlayerEngine } from '@/player/engine/engine';
import { isPlayable, type QueueItem } from '@/player/engine/queue/item';
import type { Place } from '@/player/engine/queue/queue';
import { useEngine } from '@/player/view/use-player';
import { toast } from '@/ui/toast/toast-store';

export type QueueEdits = {
  move: (item: QueueItem, to: Place) => void;
  /** Can be undone. */
  remove: (item: QueueItem, from: Place) => void;
  /** Can be undone. */
  clear: (list: Place['list'], title: string) => void;
  /** Inserts dropped tracks of a list at a position of the queue. */
  drop: (tracks: readonly Track[], to: Place) => void;
};

/** Edits of the queue, with their announcements for screen readers. */
export function useQueueEdits(): { edits: QueueEdits; said: string } {
  const engine = useEngine();
  const [said, say] = useState('');
  const edits = useMemo(() => editsOf(engine, say), [engine]);
  return { edits, said };
}

function editsOf(engine: PlayerEngine, say: (text: string) => void): QueueEdits {
  return {
    move(item, to) {
      engine.move(item.uid, to);
      say(t('player.queue.moved', { title: item.track.title, n: to.index + 1 }));
    },
    remove(item, from) {
      engine.remove(item.uid);
      offerBack(engine, t('player.queue.removed'), item.track.title, [item], from);
    },
    clear(list, title) {
      const { queue } = engine.snapshot();
      const items = list === 'user' ? queue.user : queue.upcoming();
      engine.clear(list);
      offerBack(engine, t('player.queue.cleared', { title }), undefined, items, { list, index: 0 });
    },
    drop(tracks, to) {
      const playable = tracks.filter(isPlayable);
      if (playable.length === 0) return;
      engine.insert(playable, to);
      say(t('player.queue.dropped', { n: playable.length }));
    },
  };
}

function offerBack(engine: PlayerEngine, title: string, description: string | undefined, items: readonly QueueItem[], to: Place) {
  toast({ title, description, action: { label: t('player.queue.undo'), onSelect: () => engine.putBack(items, to) } });
}
