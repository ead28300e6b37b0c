import { ArrowDown, ArrowUp, EllipsisVertical, ListMusic, ListStart, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { time } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { type MenuItem, openMenu } from '@/ui/menu';
import type { QueueItem } from './item';
import type { Place } from './queue';
import { useEngine, usePlayerState } from './use-player';
import { useQueueDrag } from './use-queue-drag';

/** The rows shown of a long context; the rest is counted. */
const SHOWN = 50;
const HISTORY_SHOWN = 20;

/** What comes next and what was heard, to be reordered by dragging, by menu and by Alt with the arrow keys. */
export function QueueList() {
  const engine = useEngine();
  const queue = usePlayerState((player) => player.queue);
  const [said, setSaid] = useState('');
  const upcoming = queue.upcoming();
  const history = queue.history.slice(-HISTORY_SHOWN).reverse();

  const move = useCallback(
    (uid: string, to: Place) => {
      const item = [...engine.snapshot().queue.user, ...engine.snapshot().queue.upcoming()].find((candidate) => candidate.uid === uid);
      engine.move(uid, to);
      if (item) setSaid(t('player.queue.moved', { title: item.track.title, n: to.index + 1 }));
    },
    [engine],
  );
  const rows = (items: readonly QueueItem[], list: Place['list']) =>
    items.map((item, index) => <Row key={item.uid} item={item} place={{ list, index }} last={index === items.length - 1} onMove={move} />);

  return (
    <div data-slot="queue-list">
      <p role="status" className="sr-only">
        {said}
      </p>
      {queue.user.length === 0 && upcoming.length === 0 && (
        <EmptyState icon={ListMusic} level={3} title={t('player.queue.empty')} text={t('player.queue.emptyText')} />
      )}
      {queue.user.length > 0 && (
        <Section title={t('player.queue.nextUp')} onClear={() => engine.clear('user')}>
          {rows(queue.user, 'user')}
        </Section>
      )}
      {upcoming.length > 0 && (
        <Section
          title={queue.context ? t('player.queue.nextFrom', { title: queue.context.title }) : t('player.queue.next')}
          onClear={() => engine.clear('context')}
        >
          {rows(upcoming.slice(0, SHOWN), 'context')}
          {upcoming.length > SHOWN && (
            <li className="px-2 py-3 text-fg-muted text-sm">{t('player.queue.rest', { n: upcoming.length - SHOWN })}</li>
          )}
        </Section>
      )}
      {history.length > 0 && (
        <details className="group/history">
          <summary className="display rounded-sm py-2 text-base">{t('player.queue.history')}</summary>
          <ul>
            {history.map((item) => (
              <li key={item.uid} className="rounded-md px-2 py-1.5">
                <ItemButton item={item} onPlay={() => engine.jump(item.uid)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Section({ title, onClear, children }: { title: string; onClear: () => void; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <header className="mb-1 flex items-center justify-between gap-3">
        <h3 className="display min-w-0 truncate text-base">{title}</h3>
        <button
          type="button"
          aria-label={t('player.queue.clearList', { title })}
          onClick={onClear}
          className="shrink-0 rounded-sm px-1 text-fg-muted text-xs hit hover:text-fg"
        >
          {t('player.queue.clear')}
        </button>
      </header>
      <ol>{children}</ol>
    </section>
  );
}

type RowProps = { item: QueueItem; place: Place; last: boolean; onMove: (uid: string, to: Place) => void };

function Row({ item, place, last, onMove }: RowProps) {
  const engine = useEngine();
  const row = useRef<HTMLLIElement>(null);
  const { list, index } = place;
  const { edge, dragging } = useQueueDrag(row, { uid: item.uid, list, index }, onMove);

  const moveBy = (step: number) => onMove(item.uid, { list, index: index + step });
  const menu: MenuItem[] = [
    { label: t('player.queue.moveFirst'), icon: ListStart, onSelect: () => onMove(item.uid, { list: 'user', index: 0 }) },
    { label: t('player.queue.moveUp'), icon: ArrowUp, disabled: index === 0, hint: 'Alt ↑', onSelect: () => moveBy(-1) },
    { label: t('player.queue.moveDown'), icon: ArrowDown, disabled: last, hint: 'Alt ↓', onSelect: () => moveBy(1) },
    'separator',
    { label: t('player.queue.remove'), icon: X, hint: 'Del', onSelect: () => engine.remove(item.uid) },
  ];
  const open = (event: MouseEvent<HTMLElement>) => openMenu(event, t('player.queue.actions', { title: item.track.title }), menu);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (event.key === 'Delete') engine.remove(item.uid);
    else if (step === undefined || (step < 0 ? index === 0 : last)) return;
    else moveBy(step);
    event.preventDefault();
  };

  return (
    <li
      ref={row}
      data-slot="queue-row"
      onContextMenu={open}
      onKeyDown={onKeyDown}
      className={cn(
        'group/row relative flex cursor-grab items-center gap-1 rounded-md py-1 pl-2 hover:bg-surface-2 focus-within:bg-surface-2',
        dragging && 'opacity-40',
        edge && 'before:absolute before:inset-x-0 before:h-0.5 before:rounded-full before:bg-accent',
        edge === 'top' && 'before:top-0',
        edge === 'bottom' && 'before:bottom-0',
      )}
    >
      <ItemButton item={item} onPlay={() => engine.jump(item.uid)} />
      <IconButton
        label={t('player.queue.actions', { title: item.track.title })}
        icon={EllipsisVertical}
        size="sm"
        tooltip={false}
        onClick={open}
      />
    </li>
  );
}

/** Cover, names and length as one button that plays the item. */
function ItemButton({ item, onPlay }: { item: QueueItem; onPlay: () => void }) {
  const { track, details } = item;
  return (
    <button
      type="button"
      aria-label={t('player.queue.playItem', { title: track.title, artist: track.artist })}
      onClick={onPlay}
      className="flex w-full min-w-0 flex-1 items-center gap-3 rounded-sm text-left"
    >
      <Cover url={track.coverImageUrl} seed={details.album || track.title} sizes="40px" className="size-10 rounded-sm!" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{track.title}</span>
        <span className="block truncate text-fg-muted text-xs">{track.artist}</span>
      </span>
      <span className="tnum text-fg-muted text-xs">{track.duration > 0 && time(track.duration)}</span>
    </button>
  );
}
