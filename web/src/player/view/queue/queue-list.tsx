import { ListMusic } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/now-playing';
import { cn } from '@/lib/cn';
import type { QueueItem } from '@/player/engine/queue/item';
import type { Place } from '@/player/engine/queue/queue';
import { usePlayerState } from '@/player/view/use-player';
import { dropTracks } from '@/ui/dnd/dnd';
import { EmptyState } from '@/ui/empty-state';
import { QUEUE_ROW_HEIGHT, QueueRow } from './queue-row';
import { ScrolledList } from './scrolled-list';
import { type QueueEdits, useQueueEdits } from './use-queue-edits';

/** The upcoming items: “Next up”, which the listener filled, and the rest of the playing list. */
export function QueueList() {
  const queue = usePlayerState((player) => player.queue);
  const { edits, said } = useQueueEdits();
  const upcoming = queue.upcoming();
  return (
    <div data-slot="queue-list">
      <p role="status" className="sr-only">
        {said}
      </p>
      {queue.user.length === 0 && upcoming.length === 0 && <NothingNext edits={edits} />}
      {queue.user.length > 0 && <Section title={t('player.queue.nextUp')} list="user" items={queue.user} edits={edits} />}
      {upcoming.length > 0 && (
        <Section
          title={queue.context ? t('player.queue.nextFrom', { title: queue.context.title }) : t('player.queue.next')}
          list="context"
          items={upcoming}
          edits={edits}
        />
      )}
    </div>
  );
}

type SectionProps = { title: string; list: Place['list']; items: readonly QueueItem[]; edits: QueueEdits };

function Section({ title, list, items, edits }: SectionProps) {
  const { ref, over } = useDrop(list, edits);
  return (
    <section aria-label={title} className="mb-6">
      <header ref={ref} className={cn('mb-1 flex items-center justify-between gap-3 rounded-md', over && 'outline-2 outline-accent')}>
        <h3 className="display min-w-0 truncate text-base">{title}</h3>
        <button
          type="button"
          aria-label={t('player.queue.clearList', { title })}
          onClick={() => edits.clear(list, title)}
          className="min-h-6 shrink-0 rounded-sm px-1 text-fg-muted text-xs hit hover:text-fg"
        >
          {t('player.queue.clear')}
        </button>
      </header>
      <ScrolledList
        items={items}
        rowHeight={QUEUE_ROW_HEIGHT}
        keyOf={(item) => item.uid}
        render={(item, index) => <QueueRow item={item} place={{ list, index }} last={index === items.length - 1} edits={edits} />}
      />
    </section>
  );
}

function NothingNext({ edits }: { edits: QueueEdits }) {
  const { ref, over } = useDrop('user', edits);
  return (
    <div ref={ref} className={cn('rounded-lg', over && 'outline-2 outline-accent')}>
      <EmptyState icon={ListMusic} level={3} title={t('player.queue.empty')} text={t('player.queue.emptyText')} />
    </div>
  );
}

/** Tracks dropped here go to the head of the list. */
function useDrop(list: Place['list'], edits: QueueEdits) {
  const ref = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    return dropTracks(ref.current, {
      onEnter: () => setOver(true),
      onLeave: () => setOver(false),
      onDrop: (tracks) => edits.drop(tracks, { list, index: 0 }),
    });
  }, [list, edits]);
  return { ref, over };
}
