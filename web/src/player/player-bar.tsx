import { ListMusic, MicVocal } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { t } from '@/i18n/t';
import { usePrefs } from '@/lib/prefs';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { ClockText } from './clock-text';
import type { QueueItem } from './item';
import { CurrentLikeButton } from './item-buttons';
import { ItemNames } from './item-names';
import { SeekBar } from './seek-bar';
import { PlayButton, Transport } from './transport';
import { useNowPlaying } from './use-now-playing';
import { useCurrent, usePaint } from './use-player';
import { useToggleQueue } from './use-toggle-queue';
import { Volume } from './volume';

const NowPlaying = lazy(() => import('./now-playing').then((module) => ({ default: module.NowPlaying })));

/** What plays, at the foot of every page: a bar on wide screens, a card above the tabs on small ones. Absent until something is loaded. */
export function PlayerBar() {
  const current = useCurrent();
  const wanted = useNowPlaying((state) => state.wanted);
  if (!current) return null;
  return (
    <section
      aria-label={t('player.region')}
      data-slot="player-bar"
      className="fixed inset-x-0 bottom-(--tabs-h) z-(--z-bar) h-[72px] bg-sunken px-2 py-1 lg:bottom-0 lg:h-(--player-h) lg:border-line lg:border-t lg:px-4 lg:py-0"
    >
      <div className="relative flex h-full items-center gap-3 rounded-lg bg-ambient-1 px-2 transition-colors duration-(--dur-ambient) lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)_minmax(0,1fr)] lg:gap-6 lg:bg-transparent lg:px-0">
        <Item item={current} />
        <div className="hidden items-center gap-5 lg:flex">
          <Transport size="md" />
          <ClockText show="elapsed" className="w-10 text-right" />
          <SeekBar className="flex-1" />
          <ClockText show="total" className="w-10" />
        </div>
        <div className="flex shrink-0 items-center justify-end gap-1">
          <PlayButton size="md" plain className="lg:hidden" />
          <Extras />
        </div>
        <ProgressLine />
      </div>
      {wanted && (
        <Suspense>
          <NowPlaying />
        </Suspense>
      )}
    </section>
  );
}

/** Cover, names, heart. The whole of it opens Now Playing on small screens, the cover alone on wide ones. */
function Item({ item }: { item: QueueItem }) {
  const show = useNowPlaying((state) => state.show);
  const { track, details } = item;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Cover url={track.coverImageUrl} seed={details.album || track.title} sizes="56px" eager className="size-12 rounded-md! lg:size-14" />
      <ItemNames item={item} className="max-lg:flex-1" />
      <button
        type="button"
        aria-label={t('player.open', { title: track.title, artist: track.artist })}
        onClick={() => show()}
        className="absolute inset-0 rounded-lg lg:inset-auto lg:size-14 lg:rounded-md"
      />
      <CurrentLikeButton className="relative" />
    </div>
  );
}

function Extras() {
  const toggleQueue = useToggleQueue();
  const show = useNowPlaying((state) => state.show);
  const panelOpen = usePrefs((prefs) => prefs.panelOpen);
  return (
    <div className="hidden items-center gap-1 lg:flex">
      <IconButton label={t('player.tab.lyrics')} icon={MicVocal} onClick={() => show('lyrics')} />
      <IconButton label={t('player.queue')} icon={ListMusic} aria-pressed={panelOpen} onClick={toggleQueue} />
      <Volume />
    </div>
  );
}

/** The phone's card shows progress as a line along its foot. */
function ProgressLine() {
  const line = useRef<HTMLDivElement>(null);
  usePaint((position, duration) => {
    if (line.current) line.current.style.scale = `${duration > 0 ? Math.min(1, position / duration).toFixed(4) : 0} 1`;
  });
  return (
    <div aria-hidden className="absolute inset-x-3 bottom-0 h-0.5 overflow-hidden rounded-full bg-line-strong lg:hidden">
      <div ref={line} className="h-full origin-left bg-fg" />
    </div>
  );
}
