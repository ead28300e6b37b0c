import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical, ListEnd, ListStart } from 'lucide-react';
import type { MouseEvent } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Track, TrackDetail } from '@/api/types';
import { language, t } from '@/i18n/now-playing';
import { count } from '@/lib/format';
import { type QueueItem, toDetails, toPlayerItem } from '@/player/engine/queue/item';
import { ItemButton } from '@/player/view/queue/item-row';
import { useCurrentDetail } from '@/player/view/use-current-detail';
import { useEngine } from '@/player/view/use-player';
import { IconButton } from '@/ui/icon-button';
import { openMenu } from '@/ui/menu/open-menu';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';

/** Details of the song, and similar songs. */
export function AboutView({ onLeave }: { onLeave: () => void }) {
  const track = useCurrentDetail();
  if (!track) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <Facts track={track} onLeave={onLeave} />
      <Link to="/tracks/$trackId" params={{ trackId: track.id }} onClick={onLeave} className="mt-3 inline-block leading-6 underline">
        {t('player.about.more')}
      </Link>
      <Similar track={track} />
    </>
  );
}

function Facts({ track, onLeave }: { track: TrackDetail; onLeave: () => void }) {
  const album = track.albumId ? (
    <Link to="/albums/$albumId" params={{ albumId: track.albumId }} onClick={onLeave} className="hover:underline">
      {track.album}
    </Link>
  ) : (
    track.album
  );
  const facts = [
    { name: t('player.about.album'), value: track.album && album },
    { name: t('player.about.genre'), value: track.genre },
    { name: t('player.about.year'), value: track.year && String(track.year) },
    { name: t('player.about.composer'), value: track.composers.map(({ name }) => name).join(', ') },
    { name: t('player.about.plays'), value: count(track.plays, language()) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
      {facts.map(
        ({ name, value }) =>
          value && (
            <div key={name} className="min-w-0">
              <dt className="text-fg-muted text-sm">{name}</dt>
              <dd className="tnum truncate">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Similar({ track }: { track: Track }) {
  const query = useQuery(apiQuery(['/api/tracks', track.id, 'similar', { limit: 10 }]));
  return (
    <section aria-label={t('player.about.similar')} className="mt-8">
      <h3 className="display mb-2 text-base">{t('player.about.similar')}</h3>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-40 w-full" />}
        empty={<p className="text-fg-muted">{t('player.about.none')}</p>}
      >
        {(tracks) => (
          <ul>
            {tracks.map((similar, index) => (
              <SimilarRow key={similar.id} tracks={tracks} index={index} of={track} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function SimilarRow({ tracks, index, of }: { tracks: readonly Track[]; index: number; of: Track }) {
  const engine = useEngine();
  const track = tracks[index] as Track;
  const item: QueueItem = { uid: track.id, track: toPlayerItem(track), details: toDetails(track), source: 'context' };
  const menu = (event: MouseEvent<HTMLElement>) =>
    openMenu(event, t('player.queue.actions', { title: track.title }), [
      { label: t('player.queue.moveFirst'), icon: ListStart, onSelect: () => engine.playNext([track]) },
      { label: t('player.about.addToQueue'), icon: ListEnd, onSelect: () => engine.addToQueue([track]) },
    ]);
  return (
    <li onContextMenu={menu} className="flex h-13 items-center gap-1 rounded-md pl-2 hover:bg-surface-2 focus-within:bg-surface-2">
      <ItemButton item={item} onPlay={() => engine.playNow(tracks, index, { kind: 'track', title: of.title, href: `/tracks/${of.id}` })} />
      <IconButton
        label={t('player.queue.actions', { title: track.title })}
        icon={EllipsisVertical}
        size="sm"
        tooltip={false}
        onClick={menu}
      />
    </li>
  );
}
