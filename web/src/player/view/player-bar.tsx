import { Suspense, useRef } from 'react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { lazily } from '@/lib/until-loaded';
import { coverSeedOf, type QueueItem } from '@/player/engine/queue/item';
import { Cover } from '@/ui/cover';
import { ClockText } from './clock-text';
import { ItemNames } from './item-names';
import { CurrentLikeButton } from './like-button';
import { showNowPlaying } from './now-playing/show-now-playing';
import { useNowPlaying } from './now-playing/use-now-playing';
import { SeekBar } from './seek-bar';
import { PlayButton, Transport } from './transport';
import { useCurrent, usePaint, usePlayerState } from './use-player';

const LiveBar = lazily(() => import('./live-bar').then((m) => m.LiveBar));
const LiveMark = lazily(() => import('./live-bar').then((m) => m.LiveMark));
const PlayerExtras = lazily(() => import('./player-extras').then((m) => m.PlayerExtras));

/** The player at the bottom of every page: a bar on wide screens, a card above the tabs on small ones. Hidden until something is loaded. */
export function PlayerBar() {
  const current = useCurrent();
  const Screen = useNowPlaying((state) => state.Screen);
  if (!current) return null;
  return (
    <section
      aria-label={t('player.region')}
      data-slot="player-bar"
      className="fixed inset-x-0 bottom-(--tabs-h) z-(--z-bar) h-[72px] bg-sunken px-2 py-1 lg:bottom-0 lg:h-(--player-h) lg:border-line lg:border-t lg:px-4 lg:py-0"
    >
      <div className="relative flex h-full items-center gap-3 rounded-lg bg-ambient-1 px-2 transition duration-(--dur-ambient) lg:grid lg:grid-cols-[minmax(0,1.2fr)_minmax(0,2fr)_minmax(max-content,1.2fr)] lg:gap-6 lg:bg-transparent lg:px-0">
        <Item item={current} />
        <div className="hidden items-center gap-5 lg:flex">
          <Transport size="md" />
          {current.details.live ? (
            <Suspense fallback={<span className="flex-1" />}>
              <LiveBar item={current} className="flex-1 pr-4" />
            </Suspense>
          ) : (
            <>
              <ClockText show="elapsed" className="w-10 text-right" />
              <SeekBar className="flex-1" />
              <ClockText show="total" className="w-10" />
            </>
          )}
        </div>
        <div className="flex shrink-0 items-center justify-end gap-1">
          {current.details.live && (
            <Suspense>
              <LiveMark id={current.track.id} />
            </Suspense>
          )}
          <PlayButton size="md" plain className="lg:hidden" />
          <Suspense>
            <PlayerExtras />
          </Suspense>
        </div>
        {!current.details.live && <ProgressLine />}
      </div>
      {Screen && <Screen />}
    </section>
  );
}

/** Cover, names, heart. On small screens all of it opens Now Playing, on wide ones only the cover. */
function Item({ item }: { item: QueueItem }) {
  const open = useNowPlaying((state) => state.open);
  const onAir = usePlayerState((player) => player.onAir);
  const { track, details } = item;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Cover
        url={onAir?.coverImageUrl ?? track.coverImageUrl}
        seed={coverSeedOf({ track, details })}
        sizes="56px"
        eager
        className={cn('size-12 rounded-md! lg:size-14', !open && 'player-cover')}
      />
      <ItemNames item={item} className="max-lg:flex-1" />
      <button
        type="button"
        aria-label={t('player.open', { title: track.title, artist: track.artist })}
        onClick={() => void showNowPlaying()}
        className="absolute inset-0 rounded-lg lg:inset-auto lg:size-14 lg:rounded-md"
      />
      <CurrentLikeButton className="relative" />
    </div>
  );
}

/** The phone's card shows progress as a line along its bottom. */
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
