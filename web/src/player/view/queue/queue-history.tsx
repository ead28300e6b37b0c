import { History } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { useEngine, usePlayerState } from '@/player/view/use-player';
import { EmptyState } from '@/ui/empty-state';
import { ItemButton } from './item-row';
import { QUEUE_ROW_HEIGHT } from './queue-row';
import { ScrolledList } from './scrolled-list';

/** What was played since the page was opened, most recent first. A click plays it again. */
export function QueueHistory() {
  const engine = useEngine();
  const history = usePlayerState((player) => player.queue.history);
  if (history.length === 0)
    return <EmptyState icon={History} level={3} title={t('player.queue.historyEmpty')} text={t('player.queue.historyEmptyText')} />;
  return (
    <section aria-label={t('player.queue.history')}>
      <p className="mb-2 text-fg-muted text-sm">{t('player.queue.historyLead')}</p>
      <ScrolledList
        items={[...history].reverse()}
        rowHeight={QUEUE_ROW_HEIGHT}
        keyOf={(item) => item.uid}
        render={(item) => (
          <div className="flex h-13 items-center rounded-md px-2 hover:bg-surface-2 focus-within:bg-surface-2">
            <ItemButton item={item} onPlay={() => engine.jump(item.uid)} />
          </div>
        )}
      />
    </section>
  );
}
