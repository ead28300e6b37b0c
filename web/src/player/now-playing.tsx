import { ChevronDown } from 'lucide-react';
import { t } from '@/i18n/t';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { Sheet } from '@/ui/sheet';
import { Tabs } from '@/ui/tabs';
import { ClockText } from './clock-text';
import type { QueueItem } from './item';
import { CurrentLikeButton, ShareButton } from './item-buttons';
import { ItemNames } from './item-names';
import { LyricsView } from './lyrics-view';
import { QueueList } from './queue-list';
import { SeekBar } from './seek-bar';
import { Transport } from './transport';
import { type NowPlayingTab, useNowPlaying } from './use-now-playing';
import { useCurrent } from './use-player';
import './now-playing.css';

/** The full-screen player: the cover and its light, the controls, lyrics and queue. */
export function NowPlaying() {
  const current = useCurrent();
  const { open, tab, show, close } = useNowPlaying();
  if (!current) return null;
  const tabs = [
    { value: 'lyrics', label: t('player.tab.lyrics') },
    { value: 'queue', label: t('player.tab.queue') },
  ] as const;
  return (
    <Sheet side="full" open={open} onOpenChange={(next) => next || close()} title={t('player.nowPlaying')}>
      <div data-slot="now-playing" data-player-keys className="now-playing-light min-h-full px-5 pb-8 lg:px-12">
        <header className="flex items-center justify-between py-3">
          <IconButton label={t('player.close')} icon={ChevronDown} size="lg" tooltip={false} onClick={close} className="-ml-2" />
          <p aria-hidden className="font-semibold text-fg-muted text-sm">
            {t('player.nowPlaying')}
          </p>
          <ShareButton item={current.track} size="lg" />
        </header>
        <div className="mx-auto grid max-w-[1200px] gap-10 lg:grid-cols-2 lg:items-start lg:gap-16 lg:pt-6">
          <Stage item={current} onLeave={close} />
          <div className="lg:h-[calc(100dvh-130px)] lg:overflow-y-auto lg:pr-2">
            <Tabs label={t('player.nowPlaying')} value={tab} onChange={(next: NowPlayingTab) => show(next)} tabs={tabs}>
              {tab === 'lyrics' ? <LyricsView key={current.track.id} trackId={current.track.id} /> : <QueueList />}
            </Tabs>
          </div>
        </div>
      </div>
    </Sheet>
  );
}

function Stage({ item, onLeave }: { item: QueueItem; onLeave: () => void }) {
  const { track, details } = item;
  return (
    <div className="mx-auto w-full max-w-[min(100%,60dvh)] lg:sticky lg:top-6 lg:max-w-[min(100%,56dvh)]">
      <Cover
        url={track.coverImageUrl}
        seed={details.album || track.title}
        sizes="(width < 64rem) 90vw, 560px"
        alt={details.album}
        eager
        className="shadow-3"
      />
      <div className="mt-6 flex items-center justify-between gap-4">
        <ItemNames item={item} size="lg" onLeave={onLeave} />
        <CurrentLikeButton size="lg" />
      </div>
      <SeekBar className="mt-4" />
      <div className="flex justify-between">
        <ClockText show="elapsed" />
        <ClockText show="total" />
      </div>
      <Transport size="lg" className="mt-4" />
    </div>
  );
}
