import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Globe, Lock, Music2, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import type { Track } from '@/api/types';
import { t } from '@/i18n/upload';
import { seedOf } from '@/lib/art';
import { bytes, time } from '@/lib/format';
import { usePlayback } from '@/things/play/playback';
import { editTags } from '@/things/track/editing';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Dialog, DialogClose } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { openMenu } from '@/ui/menu/open-menu';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { UploadButton } from '@/ui/upload-button';
import { ownTracksQuery, storageQuery, useDelete, useVisibility } from './queries';
import { settingSize } from './size';

/** /uploads: the person's uploaded songs, their visibility and the used space. */
export function UploadsPage() {
  const tracks = useInfiniteQuery(ownTracksQuery);
  const mayUpload = useSession().user?.role !== 'listener';
  return (
    <>
      <PageHeader title={t('title.uploads')} lead={<StorageUse />} actions={<UploadButton />} />
      <QueryView
        query={tracks}
        skeleton={<Skeleton className="h-40 w-full" />}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={
          <EmptyState
            icon={Music2}
            title={t('uploads.empty')}
            text={t(mayUpload ? 'uploads.emptyText' : 'uploads.notAllowed')}
            action={<UploadButton />}
          />
        }
      >
        {({ pages }) => <OwnTracks tracks={pages.flatMap((page) => page.items)} />}
      </QueryView>
      {tracks.hasNextPage && (
        <Button variant="secondary" className="mt-4" pending={tracks.isFetchingNextPage} onClick={() => void tracks.fetchNextPage()}>
          {t('uploads.more')}
        </Button>
      )}
    </>
  );
}

function StorageUse() {
  const { data } = useQuery(storageQuery);
  if (!data) return <>{t('uploads.lead')}</>;
  const use =
    data.quota === null
      ? t('uploads.used', { used: bytes(data.used) })
      : t('uploads.usedOf', { used: settingSize(data.used), quota: settingSize(data.quota) });
  return (
    <>
      {t('uploads.lead')} {use}
    </>
  );
}

function OwnTracks({ tracks }: { tracks: Track[] }) {
  const [doomed, setDoomed] = useState<Track>();
  const { stateOf, toggle } = usePlayback(tracks, { kind: 'library', title: t('title.uploads'), href: '/uploads' });
  return (
    <>
      <ul className="divide-y divide-line">
        {tracks.map((track) => (
          <OwnTrack key={track.id} track={track} playing={stateOf(track) === 'playing'} onToggle={toggle} onDelete={setDoomed} />
        ))}
      </ul>
      <DeleteDialog track={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

type OwnTrackProps = { track: Track; playing: boolean; onToggle: (track: Track) => void; onDelete: (track: Track) => void };

function OwnTrack({ track, playing, onToggle, onDelete }: OwnTrackProps) {
  const visibility = useVisibility();
  const shown = track.isPublic
    ? ({ icon: Globe, badge: 'uploads.public', turn: 'uploads.makePrivate' } as const)
    : ({ icon: Lock, badge: 'uploads.private', turn: 'uploads.makePublic' } as const);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="48px" className="size-12 rounded-sm" />
      <IconButton
        icon={playing ? Pause : Play}
        label={t(playing ? 'track.pauseNamed' : 'track.playNamed', {
          title: track.title,
          artist: track.artist || t('track.unknownArtist'),
        })}
        onClick={() => onToggle(track)}
      />
      <div className="min-w-0 flex-1">
        <Link to="/tracks/$trackId" params={{ trackId: track.id }} className="block truncate font-semibold hover:underline">
          {track.title}
        </Link>
        <p className="truncate text-fg-muted text-sm">
          <span className="sm:hidden">{t(shown.badge)} · </span>
          {[track.artist, track.album].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="hidden w-32 text-right sm:inline">
        <Badge tone={track.isPublic ? 'outline' : 'neutral'}>
          <shown.icon size={12} aria-hidden /> {t(shown.badge)}
        </Badge>
      </span>
      <span className="tnum hidden w-12 text-right text-fg-muted text-sm sm:inline">{time(track.duration)}</span>
      <span className="tnum hidden w-20 text-right text-fg-muted text-sm md:inline">{bytes(track.size)}</span>
      <IconButton
        icon={Ellipsis}
        label={t('track.more', { title: track.title })}
        aria-haspopup="menu"
        onClick={(event) =>
          openMenu(event, t('track.more', { title: track.title }), [
            { label: t(shown.turn), icon: shown.icon, onSelect: () => visibility.mutate({ id: track.id, isPublic: !track.isPublic }) },
            { label: t('track.editTags'), icon: Pencil, onSelect: () => editTags([track]) },
            'separator',
            { label: t('uploads.delete'), icon: Trash2, danger: true, onSelect: () => onDelete(track) },
          ])
        }
      />
    </li>
  );
}

function DeleteDialog({ track, onClose }: { track: Track | undefined; onClose: () => void }) {
  const remove = useDelete();
  return (
    <Dialog
      open={track !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('uploads.deleteTitle', { title: track?.title ?? '' })}
      description={t('uploads.deleteText')}
    >
      <div className="flex justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('uploads.keep')}</Button>
        </DialogClose>
        <DialogClose asChild>
          <Button variant="danger" onClick={() => track && remove.mutate(track.id)}>
            {t('uploads.delete')}
          </Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
