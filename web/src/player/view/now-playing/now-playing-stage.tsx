import { useRef } from 'react';
import { coverSeedOf, type QueueItem } from '@/player/engine/queue/item';
import { CastButton } from '@/player/view/cast-button';
import { ClockText } from '@/player/view/clock-text';
import { DevicesButton } from '@/player/view/devices-button';
import { ItemNames } from '@/player/view/item-names';
import { CurrentLikeButton } from '@/player/view/like-button';
import { LiveBar } from '@/player/view/live-bar';
import { MiniButton } from '@/player/view/mini-button';
import { SeekBar } from '@/player/view/seek-bar';
import { SoundButton } from '@/player/view/sound/sound-button';
import { TrackChips } from '@/player/view/track-chips';
import { Transport } from '@/player/view/transport';
import { useCurrentDetail } from '@/player/view/use-current-detail';
import { useEngine, usePlayerState } from '@/player/view/use-player';
import { Cover } from '@/ui/cover';
import { Stars } from '@/ui/stars';
import { useSwipe } from './use-swipe';

/** The cover of the song, its names and its controls. */
export function Stage({ item, onLeave }: { item: QueueItem; onLeave: () => void }) {
  return (
    <div className="mx-auto w-full max-w-[min(100%,56dvh)] sm:max-w-[min(100%,60dvh)] lg:sticky lg:top-2 lg:max-w-[min(100%,calc(100dvh-476px))] lg:min-w-80">
      <StageCover item={item} />
      <div className="mt-5 flex items-center justify-between gap-4">
        <ItemNames item={item} size="lg" onLeave={onLeave} />
        <CurrentLikeButton size="lg" />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <TrackChips />
        <CurrentStars />
      </div>
      {item.details.live ? (
        <LiveBar item={item} className="mt-3 min-h-12" />
      ) : (
        <>
          <SeekBar size="tall" className="mt-3" />
          <div className="flex justify-between">
            <ClockText show="elapsed" />
            <ClockText show="total" />
          </div>
        </>
      )}
      <Transport size="lg" className="mt-3" />
      <div className="mt-3 flex justify-center gap-2 empty:hidden">
        <MiniButton />
        <DevicesButton />
        <CastButton />
        <SoundButton />
      </div>
    </div>
  );
}

function CurrentStars() {
  const track = useCurrentDetail();
  return track ? <Stars track={track} className="-ml-1.5" /> : <div className="h-8" />;
}

/** The cover: swipes lead to the next and the previous song, as the buttons do. */
function StageCover({ item: { track, details } }: { item: QueueItem }) {
  const engine = useEngine();
  const cover = useRef<HTMLDivElement>(null);
  const onAir = usePlayerState((player) => player.onAir);
  useSwipe(cover, {
    may: (swipe) => (swipe === 'left' ? engine.snapshot().queue.next() !== null : swipe === 'right'),
    onSwipe: (swipe) => (swipe === 'left' ? engine.next() : engine.previous()),
  });
  return (
    <div ref={cover} data-slot="stage-cover">
      <Cover
        url={onAir?.coverImageUrl ?? track.coverImageUrl}
        seed={coverSeedOf({ track, details })}
        sizes="(width < 64rem) 90vw, 560px"
        alt={details.album}
        eager
        className="player-cover shadow-3"
      />
    </div>
  );
}
