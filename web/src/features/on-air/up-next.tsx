import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { t } from '@/i18n/on-air';
import { time } from '@/lib/format';
import { IconButton } from '@/ui/icon-button';
import type { Studio, StudioView } from './studio';

/** The queue of the mixer. */
export function UpNext({ studio, view: { queue } }: { studio: Studio; view: StudioView }) {
  return (
    <section className="grid content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="display text-lg">{t('onAir.queue')}</h2>
      {queue.length === 0 && <p className="text-fg-muted">{t('onAir.queueEmpty')}</p>}
      <ol className="grid gap-1">
        {queue.map((track, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one track may be there twice, and rows keep nothing
          <li key={i} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{track.title}</p>
              <p className="tnum truncate text-fg-muted text-sm">{[track.artist, time(track.duration)].filter(Boolean).join(' · ')}</p>
            </div>
            <IconButton
              icon={ArrowUp}
              label={t('onAir.up', { title: track.title })}
              disabled={i === 0}
              onClick={() => studio.move(i, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t('onAir.down', { title: track.title })}
              disabled={i === queue.length - 1}
              onClick={() => studio.move(i, 1)}
            />
            <IconButton icon={X} label={t('onAir.remove', { title: track.title })} onClick={() => studio.remove(i)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
