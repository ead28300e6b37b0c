import { t } from '@/i18n/now-playing';
import { coverSeedOf, type QueueItem } from '@/player/engine/queue/item';
import { ItemNames } from '@/player/view/item-names';
import { LiveBar } from '@/player/view/live-bar';
import { SeekBar } from '@/player/view/seek-bar';
import { TrackChips } from '@/player/view/track-chips';
import { usePlayerState } from '@/player/view/use-player';
import { Cover } from '@/ui/cover';
import { QueueView } from './queue-view';

export function QueuePanelBody({ item }: { item: QueueItem }) {
  const onAir = usePlayerState((player) => player.onAir);
  const isLast = usePlayerState((player) => player.queue.next() === null);
  const { track, details } = item;
  return (
    <>
      <h2 className="sr-only">{t('player.queue')}</h2>
      <Cover
        url={onAir?.coverImageUrl ?? track.coverImageUrl}
        seed={coverSeedOf({ track, details })}
        sizes="312px"
        alt={details.album}
        eager
      />
      <ItemNames item={item} size="lg" className="mt-4" />
      <TrackChips className="mt-2" />
      {details.live ? <LiveBar item={item} className="mt-3 mb-5" /> : <SeekBar className="mt-3 mb-5" />}
      {!(details.live && isLast) && <QueueView />}
    </>
  );
}
